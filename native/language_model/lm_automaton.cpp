#include "language_model/lm_automaton.hpp"

#include <algorithm>

namespace antecede {

namespace {

// 16,384 steps of 16 bytes, 256 KiB: what a second-level cache holds, and what `clear` must fill.
constexpr unsigned kFirstBits = 14;

}  // namespace

LmAutomaton::LmAutomaton(const LanguageModel& model) : model_(model), shift_(64 - kFirstBits) {
    steps_.resize(std::size_t{1} << kFirstBits);
    state_table_.resize(std::size_t{1} << (kFirstBits - 1));
    clear();
}

void LmAutomaton::clear() {
    std::fill(steps_.begin(), steps_.end(), Step{});
    known_steps_ = 0;
    states_.clear();
    std::fill(state_table_.begin(), state_table_.end(), kFree);
    // Always these numbers, even for a model that knows no sentence start and whose two states are equal.
    states_.push_back(model_.sentence_start());
    states_.push_back(model_.empty());
    for (const LmState state : {kStart, kEmpty}) {
        std::size_t slot = hash_of(states_[state]) & (state_table_.size() - 1);
        while (state_table_[slot] != kFree) slot = (slot + 1) & (state_table_.size() - 1);
        state_table_[slot] = state;
    }
}

float LmAutomaton::ask(LmState state, WordId word, LmState& next) {
    // Before the slot is computed, since growing moves all of them.
    if (2 * (known_steps_ + 1) > steps_.size()) grow_steps();
    LanguageModel::State after;
    const float score = sane_log10(model_.score(states_[state], word, after));
    next = number_of(after);
    std::size_t slot = slot_of(state, word);
    while (steps_[slot].state != kFree) slot = (slot + 1) & (steps_.size() - 1);
    steps_[slot] = {state, word, score, next};
    ++known_steps_;
    return score;
}

LmState LmAutomaton::number_of(const LanguageModel::State& state) {
    if (2 * (states_.size() + 1) > state_table_.size()) grow_states();
    std::size_t slot = hash_of(state) & (state_table_.size() - 1);
    for (; state_table_[slot] != kFree; slot = (slot + 1) & (state_table_.size() - 1)) {
        if (states_[state_table_[slot]] == state) return state_table_[slot];
    }
    state_table_[slot] = static_cast<LmState>(states_.size());
    states_.push_back(state);
    return state_table_[slot];
}

void LmAutomaton::grow_steps() {
    std::vector<Step> old(steps_.size() * 2);
    old.swap(steps_);
    --shift_;  // one bit more of the product
    for (const Step& step : old) {
        if (step.state == kFree) continue;
        std::size_t slot = slot_of(step.state, step.word);
        while (steps_[slot].state != kFree) slot = (slot + 1) & (steps_.size() - 1);
        steps_[slot] = step;
    }
}

void LmAutomaton::grow_states() {
    state_table_.assign(state_table_.size() * 2, kFree);
    for (std::size_t state = 0; state < states_.size(); ++state) {
        std::size_t slot = hash_of(states_[state]) & (state_table_.size() - 1);
        while (state_table_[slot] != kFree) slot = (slot + 1) & (state_table_.size() - 1);
        state_table_[slot] = static_cast<LmState>(state);
    }
}

}  // namespace antecede
