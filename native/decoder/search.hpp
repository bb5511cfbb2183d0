#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "decoder/options.hpp"

namespace antecede {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Which source words are translated: all before `gap`, not `gap` itself, and those of the window after it.
struct Coverage {
    std::uint64_t window = 0;  // bit i stands for word gap + i; bit 0 is never set
    std::uint32_t gap = 0;

    friend bool operator==(const Coverage&, const Coverage&) = default;

    /// With the words from `first` on, `length` of them, which must be free and within the window.
    Coverage with(std::size_t first, std::size_t length) const noexcept;
};

/// A partial translation, or another way to one: an arc of the search graph that leads from `previous` here.
struct Hypothesis {
    const Translation* translation;  // of the last phrase; an empty one at the start
    Coverage coverage;
    float score;             // of the model, up to here
    float total;             // with the future
    std::uint32_t previous;  // a node, or kNone at the start
    std::uint32_t next_arc;  // the next hypothesis that was recombined with this one, or kNone
    LmState lm_state;
    std::uint32_t state;  // the feature functions' states: where they start
    std::int16_t first;   // source words of the last phrase, both included; -1 at the start
    std::int16_t last;
};

/// The search for one sentence: stacks by the number of words translated, filled by cube pruning. What is left when it
/// is done is the search graph: nodes (hypotheses no two of which have the same future) and arcs between them.
///
/// A cube holds the extensions of hypotheses with the same coverage and last phrase by the translations of one stretch
/// of words, so that distortion and orientation are the same in all of it. Its cells wait in the stack's queue with an
/// estimate; the language model is asked when a cell reaches the front, and the cell goes back with its true score
/// unless that keeps it there. Only a small part of all cells ever costs a query.
///
/// Reused from sentence to sentence; allocates nothing once it has grown. Used by one thread.
class Search {
public:
    explicit Search(const Task& task);

    /// Fills the graph. `features` are the sentence's feature functions, null where there is none. All views must stay
    /// valid as long as the graph is read. Time is linear in the sentence's length and in the pop limit.
    void run(const SentenceOptions& options, std::span<SentenceFeature* const> features, LmAutomaton& automaton);

    /// The node of complete translations: its best arc first, the others by `next_arc`.
    std::uint32_t goal() const noexcept { return goal_; }
    const Hypothesis& operator[](std::uint32_t number) const noexcept { return hypotheses_[number]; }
    std::size_t size() const noexcept { return hypotheses_.size(); }

    /// What an arc scores for each feature, not weighted: added to `values`, one for each value of the layout.
    /// `reached_by` is the translation by which the path reached the arc's origin.
    void add_values(const Hypothesis& arc, const Translation& reached_by, std::span<float> values);

private:
    /// Hypotheses with one coverage and last phrase, the best first for each orientation of what follows.
    struct Group {
        std::uint32_t start;  // in each of members_
        std::uint32_t size;
        std::int16_t first;
        std::int16_t last;
    };
    struct Cube {
        const OptionList* options;
        float distortion;
        float future;
        std::uint32_t group;
        std::uint32_t experience;  // of the first translation, in experience_
        std::uint16_t first;
        std::uint16_t length;
        Orientation orientation;
    };
    struct Cell {
        float priority;
        std::uint32_t cube;
        std::uint32_t tried;  // number in tried_, or kNone while the priority is an estimate
        std::uint32_t hypothesis;
        std::uint16_t option;
    };
    struct Tried {
        float score;
        LmState lm_state;
        std::uint32_t state;
    };
    /// How the language model scored a translation in its contexts so far, compared to the translation alone: the
    /// estimate of the next cell with it is corrected by the mean. Estimates that are too good cost queries in vain.
    struct Experience {
        float sum = 0.0F;
        float tries = 1.0F;  // starts with one that found no difference, so that a single try does not decide

        float expected() const noexcept { return sum / tries; }
        void add(float difference) noexcept {
            sum += difference;
            tries += 1.0F;
        }
    };
    struct Worse;

    void prune();
    void expand(std::size_t covered);
    void open_cubes(std::size_t first_group, const Coverage& coverage, std::size_t covered);
    void open_cube(std::uint32_t group, std::size_t covered, std::size_t first, const OptionList& options,
                   std::size_t length, float future);
    float future_of(const Coverage& coverage) const noexcept;
    /// The least distance that is still to be jumped when the next phrase would follow at `next`.
    static float jumps_left(const Coverage& coverage, std::size_t next) noexcept;
    int swap_first(const Hypothesis& hypothesis) const noexcept;
    void fill_stack(std::size_t covered);
    void push(std::uint32_t cube, std::uint32_t hypothesis, std::uint16_t option);
    const Hypothesis& member(const Cube& cube, const Cell& cell) const noexcept;
    Tried try_out(const Cube& cube, const Cell& cell, std::size_t covered);
    float lm_score(LmState before, const Translation& translation, LmState& after) const;
    float lm_end_score(LmState before) const;
    float feature_score(std::uint32_t before, const ExtensionContext& context, const OptionView& option,
                        std::uint32_t& after);
    void accept(const Cube& cube, const Cell& cell, const Tried& tried);
    std::uint64_t signature(const Hypothesis& hypothesis) const noexcept;
    bool same_future(const Hypothesis& a, const Hypothesis& b) const noexcept;
    void grow_table();
    /// A feature function's part of a state.
    template <typename Byte>
    std::span<Byte> part_of(std::span<Byte> state, std::size_t feature) const noexcept {
        return state.subspan(task_.models->state_offsets[feature], task_.models->features[feature]->state_size());
    }
    std::span<std::byte> state_of(std::uint32_t start) noexcept { return {states_.data() + start, state_size_}; }
    std::span<const std::byte> state_of(std::uint32_t start) const noexcept {
        return {states_.data() + start, state_size_};
    }
    bool is_complete(const Hypothesis& hypothesis) const noexcept {
        return hypothesis.coverage.gap == options_->size();
    }

    const Task& task_;
    const SentenceOptions* options_ = nullptr;
    std::span<SentenceFeature* const> features_;
    LmAutomaton* automaton_ = nullptr;
    std::size_t state_size_ = 0;  // 0 if no feature has anything to say about the sentence
    std::size_t reach_ = 0;       // how many words after the first gap a phrase that does not start there may end
    bool reordering_ = false;     // whether the phrase before matters for more than its end
    float bonus_ = 0.0F;          // what an estimate is raised by

    std::vector<Hypothesis> hypotheses_;
    std::vector<std::byte> states_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> members_[kOrientations];
    std::vector<std::vector<Cube>> cubes_;  // by the number of words translated when they are used
    std::vector<std::uint32_t> nodes_;      // of the stack under way
    std::vector<Cell> queue_;               // a heap
    std::vector<Tried> tried_;
    std::vector<Experience> experience_;
    std::vector<std::uint32_t> experience_of_;  // where each stretch's translations start in it
    struct Entry {
        std::uint64_t signature;
        std::uint32_t node = kNone;
    };
    std::vector<Entry> table_;  // nodes of the stack under way; linear probing, at most half full
    std::vector<float> scores_;
    std::size_t stack_ = 0;  // the one under way
    std::uint32_t goal_ = kNone;
};

}  // namespace antecede
