#include "decoder/search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <tuple>

#include "base/hash.hpp"

namespace antecede {

namespace {

const float kNothingAlone = 0.0F;

/// The start's: no words, no scores.
const Translation kNothing = [] {
    Translation nothing{};
    nothing.alone = &kNothingAlone;
    return nothing;
}();

/// Shifting by all 64 bits would be undefined.
constexpr std::uint64_t bits(std::size_t count) noexcept {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

Orientation orientation_of(int before_first, int before_last, std::size_t first, std::size_t last) noexcept {
    if (static_cast<int>(first) == before_last + 1) return kMonotone;
    if (static_cast<int>(last) + 1 == before_first) return kSwap;
    return kDiscontinuous;
}

int jump(int before_last, std::size_t first) noexcept { return std::abs(before_last + 1 - static_cast<int>(first)); }

}  // namespace

Coverage Coverage::with(std::size_t first, std::size_t length) const noexcept {
    // A phrase at the gap closes it: the new gap is the first free word after the phrase, past words translated before.
    if (first != gap) return {window | bits(length) << (first - gap), gap};
    const std::uint64_t rest = length >= 64 ? 0 : window >> length;
    const int skipped = std::countr_one(rest);
    return {skipped >= 64 ? 0 : rest >> skipped,
            static_cast<std::uint32_t>(first + length) + static_cast<std::uint32_t>(skipped)};
}

/// The heap's order; ties are broken, so that results depend on nothing else.
struct Search::Worse {
    bool operator()(const Cell& a, const Cell& b) const noexcept {
        if (a.priority != b.priority) return a.priority < b.priority;
        return std::tuple(a.cube, a.hypothesis, a.option) > std::tuple(b.cube, b.hypothesis, b.option);
    }
};

Search::Search(const Task& task) : task_(task) {
    const auto used = [](float weight) { return weight != 0.0F; };
    reordering_ = std::ranges::any_of(task.reordering_weights, used);
    bonus_ = task.settings.lookahead * std::abs(task.lm_weight);
    const int limit = task.settings.distortion_limit;
    reach_ = limit < 0 ? kWindow : std::min(static_cast<std::size_t>(limit), kWindow);
}

void Search::run(const SentenceOptions& options, std::span<SentenceFeature* const> features, LmAutomaton& automaton) {
    options_ = &options;
    automaton_ = &automaton;
    const bool any = std::ranges::any_of(features, [](const SentenceFeature* feature) { return feature != nullptr; });
    features_ = any ? features : std::span<SentenceFeature* const>();
    state_size_ = any ? task_.models->state_size : 0;

    const std::size_t size = options.size();
    hypotheses_.clear();
    groups_.clear();
    for (auto& members : members_) members.clear();
    if (cubes_.size() < size + 1) cubes_.resize(size + 1);
    for (auto& cubes : cubes_) cubes.clear();
    experience_.clear();
    experience_of_.clear();
    for (std::size_t first = 0; first < size; ++first) {
        for (std::size_t length = 1; length <= options.longest(); ++length) {
            experience_of_.push_back(static_cast<std::uint32_t>(experience_.size()));
            const OptionList* const list = first + length <= size ? options.list(first, length) : nullptr;
            if (list != nullptr) experience_.resize(experience_.size() + list->translations.size());
        }
    }
    states_.assign(state_size_, std::byte{0});
    for (std::size_t number = 0; number < features_.size(); ++number) {
        if (features_[number] == nullptr) continue;
        features_[number]->start(part_of(state_of(0), number));
    }
    hypotheses_.push_back({&kNothing, {}, 0.0F, options.future(0, size), kNone, kNone, automaton.start(), 0, -1, -1});
    nodes_.assign(1, 0);
    goal_ = 0;
    for (std::size_t covered = 0; covered < size; ++covered) {
        prune();
        expand(covered);
        fill_stack(covered + 1);
    }
    if (size > 0) goal_ = nodes_.empty() ? kNone : nodes_[0];
}

void Search::prune() {
    const auto better = [this](std::uint32_t a, std::uint32_t b) {
        return hypotheses_[a].total != hypotheses_[b].total ? hypotheses_[a].total > hypotheses_[b].total : a < b;
    };
    const std::size_t most = task_.settings.stack_size;
    if (most > 0 && nodes_.size() > most) {
        std::nth_element(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(most), nodes_.end(), better);
        nodes_.resize(most);
    }
    if (task_.settings.beam > 0.0F && !nodes_.empty()) {
        const float best = hypotheses_[*std::ranges::min_element(nodes_, better)].total;
        std::erase_if(nodes_, [&](std::uint32_t node) { return hypotheses_[node].total < best - task_.settings.beam; });
    }
}

int Search::swap_first(const Hypothesis& hypothesis) const noexcept {
    // Where the word before the last phrase is translated, nothing can swap with that phrase any more, and where it
    // started does not matter: more hypotheses recombine.
    constexpr int kNever = -2;
    if (!reordering_ || hypothesis.first <= 0) return kNever;
    const auto before = static_cast<std::uint32_t>(hypothesis.first - 1);
    if (before < hypothesis.coverage.gap) return kNever;
    const bool translated = (hypothesis.coverage.window >> (before - hypothesis.coverage.gap) & 1) != 0;
    return translated ? kNever : hypothesis.first;
}

void Search::expand(std::size_t covered) {
    const auto key = [this](std::uint32_t node) {
        const Hypothesis& hypothesis = hypotheses_[node];
        return std::tuple(hypothesis.coverage.gap, hypothesis.coverage.window, hypothesis.last, swap_first(hypothesis));
    };
    // Equal keys side by side: each run of them becomes a group.
    std::ranges::sort(nodes_, [&](std::uint32_t a, std::uint32_t b) {
        const auto key_a = key(a);
        const auto key_b = key(b);
        return key_a != key_b ? key_a < key_b : a < b;
    });
    for (std::size_t start = 0; start < nodes_.size();) {
        const Coverage coverage = hypotheses_[nodes_[start]].coverage;
        const std::size_t first_group = groups_.size();
        while (start < nodes_.size() && hypotheses_[nodes_[start]].coverage == coverage) {
            const auto group_key = key(nodes_[start]);
            std::size_t end = start + 1;
            while (end < nodes_.size() && key(nodes_[end]) == group_key) ++end;
            const Hypothesis& any = hypotheses_[nodes_[start]];
            groups_.push_back({static_cast<std::uint32_t>(members_[0].size()), static_cast<std::uint32_t>(end - start),
                               static_cast<std::int16_t>(swap_first(any)), any.last});
            for (std::size_t orientation = 0; orientation < kOrientations; ++orientation) {
                auto& members = members_[orientation];
                const auto from = static_cast<std::ptrdiff_t>(members.size());
                members.insert(members.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(start),
                               nodes_.begin() + static_cast<std::ptrdiff_t>(end));
                const auto score = [&](std::uint32_t node) {
                    return hypotheses_[node].score + hypotheses_[node].translation->after[orientation];
                };
                std::sort(members.begin() + from, members.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return score(a) != score(b) ? score(a) > score(b) : a < b;
                });
            }
            start = end;
        }
        open_cubes(first_group, coverage, covered);
    }
}

float Search::future_of(const Coverage& coverage) const noexcept {
    float future = 0.0F;
    std::size_t first = coverage.gap;
    std::uint64_t window = coverage.window;
    std::size_t at = first;
    while (window != 0) {
        const auto free = static_cast<std::size_t>(std::countr_zero(window));
        // One hole of free words at a time, then the tail.
        future += options_->future(first, at + free);
        window >>= free;
        const auto taken = static_cast<std::size_t>(std::countr_one(window));
        at += free + taken;
        first = at;
        window = taken >= 64 ? 0 : window >> taken;
    }
    return future + options_->future(first, options_->size());
}

float Search::jumps_left(const Coverage& coverage, std::size_t next) noexcept {
    // Back (or forth) to the first gap, then over everything that is translated behind it. Without it hypotheses
    // that left a gap look cheap until they return to it.
    const std::size_t back = next > coverage.gap ? next - coverage.gap : coverage.gap - next;
    return static_cast<float>(back + static_cast<std::size_t>(std::popcount(coverage.window)));
}

void Search::open_cubes(std::size_t first_group, const Coverage& coverage, std::size_t covered) {
    const std::size_t size = options_->size();
    const float future = future_of(coverage);
    // A phrase that leaves the gap open must end where the jump back to the gap is still allowed: otherwise the
    // hypothesis could never be completed.
    const std::size_t reach = std::min(size, coverage.gap + reach_);
    std::size_t hole = coverage.gap;  // the free words around `first`: from here
    for (std::size_t first = coverage.gap; first < size; ++first) {
        const std::size_t offset = first - coverage.gap;
        if (offset > 0 && first >= reach) break;
        const std::uint64_t ahead = offset >= 64 ? 0 : coverage.window >> offset;
        if ((ahead & 1) != 0) {
            hole = first + 1;
            continue;
        }
        const std::size_t hole_end = ahead == 0 ? size : first + static_cast<std::size_t>(std::countr_zero(ahead));
        // Only the hole around the phrase changes: the rest of the future is computed once for all phrases.
        const float others = future - options_->future(hole, hole_end) + options_->future(hole, first);
        const std::size_t end = std::min({hole_end, first + options_->longest(), offset > 0 ? reach : size});
        for (std::size_t length = 1; first + length <= end; ++length) {
            const OptionList* const options = options_->list(first, length);
            if (options == nullptr) continue;
            const float rest = others + options_->future(first + length, hole_end) -
                               task_.distortion_weight * jumps_left(coverage.with(first, length), first + length);
            for (std::size_t group = first_group; group < groups_.size(); ++group) {
                open_cube(static_cast<std::uint32_t>(group), covered, first, *options, length, rest);
            }
        }
    }
}

void Search::open_cube(std::uint32_t group, std::size_t covered, std::size_t first, const OptionList& options,
                       std::size_t length, float future) {
    const Group& from = groups_[group];
    const int distance = jump(from.last, first);
    const int limit = task_.settings.distortion_limit;
    if (limit >= 0 && distance > limit) return;
    const Orientation orientation = orientation_of(from.first, from.last, first, first + length - 1);
    const std::uint32_t experience = experience_of_[first * options_->longest() + length - 1];
    cubes_[covered + length].push_back({&options, -task_.distortion_weight * static_cast<float>(distance), future,
                                        group, experience, static_cast<std::uint16_t>(first),
                                        static_cast<std::uint16_t>(length), orientation});
}

const Hypothesis& Search::member(const Cube& cube, const Cell& cell) const noexcept {
    return hypotheses_[members_[cube.orientation][groups_[cube.group].start + cell.hypothesis]];
}

void Search::push(std::uint32_t number, std::uint32_t hypothesis, std::uint16_t option) {
    const Cube& cube = cubes_[stack_][number];
    if (hypothesis >= groups_[cube.group].size || option >= cube.options->translations.size()) return;
    Cell cell{0.0F, number, kNone, hypothesis, option};
    const Hypothesis& before = member(cube, cell);
    const std::size_t rank = cube.options->order[cube.orientation][option];
    const Translation& translation = cube.options->translations[rank];
    const Experience& seen = experience_[cube.experience + rank];
    cell.priority = before.score + before.translation->after[cube.orientation] + translation.estimate +
                    translation.before[cube.orientation] + cube.distortion + cube.future + seen.expected() + bonus_;
    queue_.push_back(cell);
}

void Search::fill_stack(std::size_t covered) {
    nodes_.clear();
    queue_.clear();
    tried_.clear();
    // Stacks do not recombine with each other: the table is for this one.
    std::ranges::fill(table_, Entry{});
    stack_ = covered;
    const std::vector<Cube>& cubes = cubes_[covered];
    for (std::size_t number = 0; number < cubes.size(); ++number) push(static_cast<std::uint32_t>(number), 0, 0);
    std::ranges::make_heap(queue_, Worse{});
    float best = -std::numeric_limits<float>::infinity();
    // Only accepted cells count against the limit, not those that went back with a worse score.
    for (std::size_t pops = 0; pops < task_.settings.pop_limit && !queue_.empty();) {
        std::ranges::pop_heap(queue_, Worse{});
        Cell cell = queue_.back();
        queue_.pop_back();
        const Cube& cube = cubes[cell.cube];
        if (cell.tried == kNone) {
            // Every cell has one predecessor: the option before it, or for the first option the hypothesis before. So
            // none is queued twice, and no record is needed of those that were.
            const std::size_t waiting = queue_.size();
            push(cell.cube, cell.hypothesis, static_cast<std::uint16_t>(cell.option + 1));
            if (queue_.size() > waiting) std::ranges::push_heap(queue_, Worse{});
            if (cell.option == 0) {
                const std::size_t before = queue_.size();
                push(cell.cube, cell.hypothesis + 1, 0);
                if (queue_.size() > before) std::ranges::push_heap(queue_, Worse{});
            }
            const Tried tried = try_out(cube, cell, covered);
            cell.priority = tried.score + cube.future;
            cell.tried = static_cast<std::uint32_t>(tried_.size());
            tried_.push_back(tried);
            if (!queue_.empty() && cell.priority < queue_.front().priority) {
                queue_.push_back(cell);
                std::ranges::push_heap(queue_, Worse{});
                continue;
            }
        }
        best = std::max(best, cell.priority);
        // The queue gives cells nearly in order of their scores, so what follows is hardly better.
        if (task_.settings.beam > 0.0F && cell.priority < best - task_.settings.beam) break;
        accept(cube, cell, tried_[cell.tried]);
        ++pops;
    }
}

float Search::lm_score(LmState before, const Translation& translation, LmState& after) const {
    const std::size_t size = translation.target.size();
    float score = 0.0F;
    LmState state = before;
    for (std::size_t at = 0; at < size; ++at) {
        if (automaton_->length(state) <= at) {
            // All that is remembered is the phrase's own, and that was scored before.
            after = translation.end_state;
            return score + (translation.alone[size] - translation.alone[at]);
        }
        score += automaton_->step(state, translation.lm_words[at], state);
    }
    after = state;
    return score;
}

float Search::lm_end_score(LmState before) const {
    LmState after = 0;
    return automaton_->step(before, kSentenceEnd, after);
}

Search::Tried Search::try_out(const Cube& cube, const Cell& cell, std::size_t covered) {
    const Hypothesis& before = member(cube, cell);
    const std::size_t rank = cube.options->order[cube.orientation][cell.option];
    const Translation& translation = cube.options->translations[rank];
    Tried tried{};
    float lm = lm_score(before.lm_state, translation, tried.lm_state);
    experience_[cube.experience + rank].add(task_.lm_weight * (lm - translation.alone[translation.target.size()]));
    const bool complete = covered == options_->size();
    if (complete) lm += lm_end_score(tried.lm_state);
    tried.score = before.score + before.translation->after[cube.orientation] + translation.before[cube.orientation] +
                  translation.fixed + cube.distortion + task_.lm_weight * lm;
    if (!features_.empty()) {
        const OptionView view{cube.first, std::size_t{cube.first} + cube.length - 1U, translation.target,
                              translation.alignment};
        tried.score += feature_score(before.state, {covered - cube.length, complete}, view, tried.state);
    }
    return tried;
}

float Search::feature_score(std::uint32_t before, const ExtensionContext& context, const OptionView& option,
                            std::uint32_t& after) {
    // Kept for cells that are never accepted too: state_size_ bytes for each one tried, until the sentence is done.
    after = static_cast<std::uint32_t>(states_.size());
    states_.resize(states_.size() + state_size_);
    float score = 0.0F;
    for (std::size_t number = 0; number < features_.size(); ++number) {
        if (features_[number] == nullptr) continue;
        scores_.assign(task_.models->features[number]->values(), 0.0F);
        features_[number]->extend(part_of(state_of(before), number), context, option, part_of(state_of(after), number),
                                  scores_);
        for (std::size_t at = 0; at < scores_.size(); ++at) {
            score += task_.weights[task_.models->feature_offsets[number] + at] * scores_[at];
        }
    }
    return score;
}

std::uint64_t Search::signature(const Hypothesis& hypothesis) const noexcept {
    // Complete translations have no future, so all of them are one node: the goal.
    if (is_complete(hypothesis)) return 0;
    std::uint64_t hash = combine(hypothesis.coverage.window, hypothesis.coverage.gap);
    hash = combine(hash, std::uint64_t{hypothesis.lm_state} << 32 | hypothesis.translation->after_class);
    hash = combine(
        hash, static_cast<std::uint64_t>(hypothesis.last) << 32 | static_cast<std::uint32_t>(swap_first(hypothesis)));
    for (std::size_t at = 0; at + 8 <= state_size_; at += 8) {
        std::uint64_t word;
        std::memcpy(&word, &states_[hypothesis.state + at], 8);
        hash = combine(hash, word);
    }
    return hash;
}

bool Search::same_future(const Hypothesis& a, const Hypothesis& b) const noexcept {
    if (is_complete(a) && is_complete(b)) return true;
    return a.coverage == b.coverage && a.lm_state == b.lm_state && a.last == b.last &&
           a.translation->after_class == b.translation->after_class && swap_first(a) == swap_first(b) &&
           std::ranges::equal(state_of(a.state), state_of(b.state));
}

void Search::accept(const Cube& cube, const Cell& cell, const Tried& tried) {
    const std::uint32_t previous = members_[cube.orientation][groups_[cube.group].start + cell.hypothesis];
    Hypothesis made{};
    made.translation = &cube.options->get(cube.orientation, cell.option);
    made.coverage = hypotheses_[previous].coverage.with(cube.first, cube.length);
    made.score = tried.score;
    made.total = tried.score + cube.future;
    made.previous = previous;
    made.next_arc = kNone;
    made.lm_state = tried.lm_state;
    made.state = tried.state;
    made.first = static_cast<std::int16_t>(cube.first);
    made.last = static_cast<std::int16_t>(cube.first + cube.length - 1);
    const auto number = static_cast<std::uint32_t>(hypotheses_.size());
    if (2 * (nodes_.size() + 1) > table_.size()) grow_table();
    const std::uint64_t wanted = signature(made);
    std::size_t slot = mix(wanted) & (table_.size() - 1);
    for (; table_[slot].node != kNone; slot = (slot + 1) & (table_.size() - 1)) {
        if (table_[slot].signature != wanted) continue;
        Hypothesis& node = hypotheses_[table_[slot].node];
        if (!same_future(node, made)) continue;
        made.next_arc = node.next_arc;
        if (made.score > node.score) std::swap(made, node);  // the node keeps its number, and its best arc stands first
        node.next_arc = number;
        hypotheses_.push_back(made);
        return;
    }
    table_[slot] = {wanted, number};
    nodes_.push_back(number);
    hypotheses_.push_back(made);
}

void Search::grow_table() {
    constexpr std::size_t kSmallest = 1024;  // enough for the default pop limit at half load
    std::vector<Entry> old(std::max(kSmallest, table_.size() * 2));
    old.swap(table_);
    for (const Entry& entry : old) {
        if (entry.node == kNone) continue;
        std::size_t slot = mix(entry.signature) & (table_.size() - 1);
        while (table_[slot].node != kNone) slot = (slot + 1) & (table_.size() - 1);
        table_[slot] = entry;
    }
}

void Search::add_values(const Hypothesis& arc, const Translation& reached_by, std::span<float> values) {
    const FeatureLayout& layout = task_.models->layout;
    const Hypothesis& before = hypotheses_[arc.previous];
    const Translation& translation = *arc.translation;
    const Orientation orientation = orientation_of(before.first, before.last, static_cast<std::size_t>(arc.first),
                                                   static_cast<std::size_t>(arc.last));
    if (task_.models->phrases.has_reordering()) {
        const auto add = [&](const float* scores, std::size_t at) {
            if (scores != nullptr) values[layout.reordering + at] += log_or_floor(scores[at]);
        };
        add(translation.reordering, orientation);
        // Not `before.translation`: recombined hypotheses share a node, but their last phrases' raw scores may differ.
        add(reached_by.reordering, kOrientations + orientation);
    }
    values[layout.distortion] -= static_cast<float>(jump(before.last, static_cast<std::size_t>(arc.first)));
    // Asked again rather than kept: a float for each feature and arc would double the graph's memory, and the
    // automaton still has the answers.
    LmState after = 0;
    float lm = lm_score(before.lm_state, translation, after);
    if (is_complete(arc)) lm += lm_end_score(after);
    values[layout.language_model] += lm * std::numbers::ln10_v<float>;
    values[layout.word_penalty] -= static_cast<float>(translation.target.size());
    values[layout.phrase_penalty] += 1.0F;
    if (translation.translation_scores != nullptr) {
        for (std::size_t at = 0; at < kTranslationScores; ++at) {
            values[layout.translation + at] += log_or_floor(translation.translation_scores[at]);
        }
    }
    if (translation.extra != nullptr) {
        for (std::size_t at = 0; at < layout.size(); ++at) values[at] += translation.extra[at];
    }
    if (features_.empty()) return;
    std::size_t covered = before.coverage.gap + static_cast<std::size_t>(std::popcount(before.coverage.window));
    const OptionView view{static_cast<std::size_t>(arc.first), static_cast<std::size_t>(arc.last), translation.target,
                          translation.alignment};
    // The states after the arc are of no use here, but features write them: at the end, and dropped.
    const std::size_t end = states_.size();
    states_.resize(end + state_size_);
    for (std::size_t number = 0; number < features_.size(); ++number) {
        if (features_[number] == nullptr) continue;
        features_[number]->extend(
            part_of(state_of(before.state), number), {covered, is_complete(arc)}, view,
            part_of(state_of(static_cast<std::uint32_t>(end)), number),
            values.subspan(task_.models->feature_offsets[number], task_.models->features[number]->values()));
    }
    states_.resize(end);
}

}  // namespace antecede
