#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "decoder/models.hpp"
#include "language_model/lm_automaton.hpp"

namespace antecede {

/// A score within bounds that keep sums within a float's precision: a table may hold log(0), and a damaged one
/// anything. -100 is Moses's floor of logarithms.
inline float log_or_floor(float score) noexcept {
    if (!(score >= -100.0F)) return -100.0F;  // not a number, too
    return score <= 100.0F ? score : 100.0F;
}

/// A translation of a source phrase with all of its scores that need no context. Scores are weighted unless they say
/// otherwise; pointers lead into the OptionCache or the sentence's arena.
struct Translation {
    std::span<const WordId> target;
    std::span<const Link> alignment;
    const WordId* lm_words;  // as many as `target`
    const float* alone;      // log10 P of the first 0, 1, ... words by themselves: one more than `target`
    float fixed;             // all but language model, distortion and reordering
    float estimate;          // `fixed` with the language model's score of the phrase alone and the features' estimates
    std::array<float, kOrientations> before;  // reordering towards the phrase before
    std::array<float, kOrientations> after;   // towards the phrase after
    std::uint32_t after_class;                // equal if `after` is
    LmState end_state;                        // of the language model after the phrase alone
    const float* translation_scores;          // four, not weighted; null if it is not from the table
    const float* reordering;                  // six, not weighted; null if there are none
    const float* extra;                       // values of all features to be added, not weighted; null for none
};

/// The translations of a source phrase, the best first by estimate and reordering score, for each orientation.
struct OptionList {
    std::span<const Translation> translations;
    std::array<const std::uint16_t*, kOrientations> order;
    std::array<float, kOrientations> best;  // `estimate` and `before` of the first
    float best_estimate;

    const Translation& get(Orientation orientation, std::size_t rank) const noexcept {
        return translations[order[orientation][rank]];
    }
};

/// A translation before it is scored.
struct Candidate {
    std::span<const WordId> target;
    std::span<const Link> alignment;
    const float* translation_scores = nullptr;
    const float* reordering = nullptr;
    const float* extra = nullptr;
};

/// What one thread remembers from sentence to sentence: scored translations of source phrases, and the part of the
/// language model it has walked. Bounded: forgets all of it when it has grown large. Used by one thread.
class OptionCache {
public:
    explicit OptionCache(const Task& task);

    /// Between sentences: forgets what was remembered if it has become too much.
    void tidy();

    /// The table's best translations of a source phrase, as many as the table limit says or, if `wide`, ten times as
    /// many; null if there are none. Valid until `tidy`.
    const OptionList* find(std::span<const WordId> source, bool wide);

    /// Scores candidates, keeps the best `limit` of them and sorts them. `words` gives the language model's number of
    /// a target word. The result lives in `arena`.
    template <typename LmWords>
    const OptionList* make(std::span<const Candidate> candidates, const LmWords& words, Arena& arena,
                           std::size_t limit);

    /// Sorts and indexes translations that are scored.
    static const OptionList* index(std::span<const Translation> translations, Arena& arena);

    LmAutomaton& automaton() noexcept { return automaton_; }

private:
    struct Key {
        std::span<const WordId> words;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };
    struct KeyEqual {
        bool operator()(const Key& a, const Key& b) const noexcept;
    };
    struct Triple {
        std::array<float, kOrientations> scores;
        friend bool operator==(const Triple&, const Triple&) = default;
    };
    struct TripleHash {
        std::size_t operator()(const Triple& triple) const noexcept;
    };
    struct Scored {
        const Candidate* candidate;
        float fixed;
        float estimate;
        const WordId* lm_words;
        const float* alone;
        LanguageModel::State end;
    };

    float fixed_score(const Candidate& candidate) const;
    template <typename LmWords>
    void score_alone(Scored& scored, const LmWords& words, Arena& arena) const;
    Translation finish(const Scored& scored, Arena& arena);

    const Task& task_;
    LmAutomaton automaton_;
    Arena arena_;
    Arena scratch_;
    PhraseTable::Arena table_arena_;
    using Lists = std::unordered_map<Key, const OptionList*, KeyHash, KeyEqual>;
    Lists lists_;
    Lists wide_lists_;
    std::unordered_map<Triple, std::uint32_t, TripleHash> classes_;
    std::vector<PhrasePair> found_;
    std::vector<Candidate> candidates_;
    std::vector<Scored> scored_;
};

/// All translation options of one sentence: those of its phrases, words only it has, and the future cost. Reused from
/// sentence to sentence, by one thread. Linear in the sentence's length. Points into the OptionCache.
class SentenceOptions {
public:
    explicit SentenceOptions(const Task& task) : task_(task) {}

    /// Throws BadSettings for options that contradict themselves or the sentence.
    /// `features` are the sentence's feature functions, null where there is none.
    void collect(const Request& request, std::span<SentenceFeature* const> features, OptionCache& cache);

    std::size_t size() const noexcept { return size_; }
    /// Words of the longest source phrase that has a list.
    std::size_t longest() const noexcept { return longest_; }
    /// The translations of `length` words from `first` on; null if there are none. Not checked.
    const OptionList* list(std::size_t first, std::size_t length) const noexcept {
        return lists_[first * longest_ + length - 1];
    }

    /// The best that the words from `first` up to, not including, `end` may score; `end` is the sentence's end or at
    /// most the future window away. As in Moses: no reordering, no distortion.
    float future(std::size_t first, std::size_t end) const noexcept {
        return end == size_ ? tail_[first] : near_[first * window_ + (end - first)];
    }

    /// The text of a target word's number, the vocabulary's or the sentence's own; empty if neither has it.
    std::string_view word(WordId id) const noexcept;
    std::span<const std::string> own_words() const noexcept { return own_words_; }

private:
    void check(const Request& request);
    void add_given(const Request& request, OptionCache& cache);
    void add_backoff(std::size_t position, const std::string& word, OptionCache& cache);
    void add_unknown(std::size_t position, const std::string& word, OptionCache& cache);
    void apply_features(std::span<SentenceFeature* const> features);
    std::span<const Translation> within_limit(std::span<Translation> translations) const;
    void estimate_future();

    WordId number_of(const std::string& target_word);
    WordId lm_number(WordId word) const;
    std::span<const WordId> numbers_of(std::span<const std::string> target);
    const OptionList*& at(std::size_t first, std::size_t length) { return lists_[first * longest_ + length - 1]; }
    const OptionList* scored(std::span<const Candidate> candidates, OptionCache& cache);

    const Task& task_;
    Arena arena_;
    std::size_t size_ = 0;
    std::size_t longest_ = 1;
    std::size_t window_ = 1;
    std::vector<const OptionList*> lists_;
    std::vector<float> tail_;
    std::vector<float> near_;
    std::vector<WordId> source_;
    std::vector<std::uint32_t> exclusive_;  // for each position, one more than the given option that claims it, or 0
    std::vector<std::string> own_words_;
    std::vector<WordId> own_lm_words_;
    std::unordered_map<std::string, WordId> own_numbers_;
};

}  // namespace antecede
