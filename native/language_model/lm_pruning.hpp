#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "language_model/ngrams.hpp"

namespace antecede {

/// A model without the n-grams that it can do without: relative entropy pruning (Stolcke 1998).
class PrunedModel final : public NGramSource {
public:
    /// Leaves out n-grams of two words and more whose loss raises the perplexity by less than the share `threshold`,
    /// the longest first, and computes the back-off weights anew. What a longer n-gram needs stays: its context, and
    /// itself without the first word.
    ///
    /// How often contexts occur is counted in `texts`, one sentence per line, if there are any. Otherwise it is
    /// computed from the model; but a Kneser-Ney model's short n-grams do not say how often they occur, and pruning by
    /// them does much harm.
    ///
    /// Holds all n-grams in memory: 4 bytes a word and some 20 an n-gram. Throws std::invalid_argument if the threshold
    /// is negative or not finite, and what reading throws.
    PrunedModel(NGramSource& source, double threshold, std::span<const std::filesystem::path> texts);

    PrunedModel(PrunedModel&&) = default;
    PrunedModel& operator=(PrunedModel&&) = default;

    const Vocabulary& vocabulary() const noexcept override { return vocabulary_; }
    std::span<const std::uint64_t> counts() const noexcept override { return counts_; }
    void visit(NGramVisitor& visitor) override;

private:
    /// The n-grams of one length: their words one after the other, and a hash table of their numbers.
    struct Level {
        std::size_t length = 1;
        std::vector<WordId> words;
        std::vector<float> probability;
        std::vector<float> backoff;
        std::vector<std::uint32_t> index;  // one more than the n-gram's number; linear probing, at most half full

        std::size_t size() const noexcept { return probability.size(); }
        std::span<const WordId> operator[](std::size_t number) const noexcept {
            return std::span(words).subspan(number * length, length);
        }
        void make_index();
        /// The n-gram's number; kNowhere if it is not there.
        std::uint32_t find(std::span<const WordId> ngram) const noexcept;
        /// Keeps only the n-grams that are `kept`.
        void filter(const std::vector<bool>& kept);
    };
    class Collector;
    class Contexts;

    double log_probability(std::span<const WordId> ngram) const;
    std::vector<double> shares(const Level& contexts, std::span<const std::filesystem::path> texts) const;
    void prune(std::size_t length, double threshold, std::span<const double> shares);
    void weigh(std::size_t length);

    Vocabulary vocabulary_;
    std::vector<std::uint64_t> counts_;
    std::vector<Level> levels_;  // from length 1 on
    std::vector<bool> needed_;   // of the length under way
};

}  // namespace antecede
