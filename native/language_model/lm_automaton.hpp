#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "language_model/language_model.hpp"

namespace antecede {

/// A log10 probability within bounds: a damaged file may hold anything, and comparing what is not a number would break
/// the search's order. With 1,000 for each of a sentence's 10,000 words a float still counts in units (2^24).
inline float sane_log10(float score) noexcept {
    if (!(score >= -1000.0F)) return -1000.0F;
    return score <= 1000.0F ? score : 1000.0F;
}

/// A number for a state of the language model; equal numbers, equal states.
using LmState = std::uint32_t;

/// The part of a language model that a search has touched, as an automaton: states are numbers, and what was asked
/// once is answered from a small table that stays in the processor's cache. In a search most questions are asked many
/// times, since many hypotheses end in the same words. Used by one thread.
class LmAutomaton {
public:
    /// `model` is copied, which shares its tables.
    explicit LmAutomaton(const LanguageModel& model);

    LmState start() const noexcept { return kStart; }
    LmState empty() const noexcept { return kEmpty; }
    /// How many words of context a state still remembers.
    std::size_t length(LmState state) const noexcept { return states_[state].length; }
    std::size_t order() const noexcept { return model_.order(); }

    /// log10 P(word | state), and the state after it. One probe if it was asked before; else a query of the model, and
    /// now and then an allocation. That `state` is one of this automaton's is not checked.
    float step(LmState state, WordId word, LmState& next) {
        std::size_t slot = slot_of(state, word);
        while (true) {
            const Step& step = steps_[slot];
            if (step.state == state && step.word == word) {
                next = step.next;
                return step.score;
            }
            if (step.state == kFree) return ask(state, word, next);
            slot = (slot + 1) & (steps_.size() - 1);
        }
    }

    /// The number of a state that the model gave.
    LmState number_of(const LanguageModel::State& state);

    /// States and steps remembered.
    std::size_t size() const noexcept { return states_.size() + known_steps_; }
    /// Forgets everything; numbers of states given out before mean nothing afterwards.
    void clear();

private:
    static constexpr LmState kStart = 0;
    static constexpr LmState kEmpty = 1;
    static constexpr LmState kFree = ~LmState{0};

    struct Step {
        LmState state = kFree;
        WordId word = 0;
        float score = 0.0F;
        LmState next = 0;
    };

    /// Fibonacci hashing: one multiplication by 2^64 divided by the golden ratio, whose top bits are the slot.
    std::size_t slot_of(LmState state, WordId word) const noexcept {
        const std::uint64_t key = (std::uint64_t{state} << 32 | word) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(key >> shift_);
    }

    float ask(LmState state, WordId word, LmState& next);
    void grow_steps();
    void grow_states();

    LanguageModel model_;
    std::vector<Step> steps_;  // linear probing, at most half full
    unsigned shift_;
    std::size_t known_steps_ = 0;
    std::vector<LanguageModel::State> states_;
    std::vector<LmState> state_table_;  // linear probing, at most half full
};

}  // namespace antecede
