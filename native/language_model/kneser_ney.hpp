#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "files/record_sort.hpp"
#include "language_model/ngrams.hpp"
#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// What a count of 0, 1, 2, and 3 or more loses to words that were not seen.
struct Discounts {
    std::array<float, 4> amounts{0, 0.5F, 1, 1.5F};
    /// Whether the counts gave no usable discounts, so that the amounts are the ones above, lmplz's.
    bool fallback = true;

    float operator()(std::uint64_t count) const noexcept { return amounts[count < 3 ? count : 3]; }
};

/// Equation 26 of Chen and Goodman (1998), from how many n-grams have an adjusted count of 1, 2, 3 and 4. The fallback
/// if nothing has a count of 1, 2 or 3, or if a discount is negative.
Discounts discounts_of(std::span<const std::uint64_t, 4> counts_of_counts) noexcept;

/// A stage's name, and the share of it that is done, from 0 to 1. Called on the thread that estimates; may throw to
/// stop.
using Progress = std::function<void(std::string_view stage, double done)>;

struct EstimationOptions {
    std::size_t order = 5;
    /// N-grams of length i that occur at most prune[i - 1] times are left out; the last number is for all longer ones.
    /// They may not decrease. Empty leaves out nothing.
    std::vector<std::uint64_t> prune;
    /// Read <s>, </s> and <unk> in the text as white space; else they are an error.
    bool skip_symbols = false;
    /// Bytes that sorting may take; more goes to files in `folder`. The vocabulary comes on top.
    std::size_t memory = std::size_t{1} << 30;
    std::filesystem::path folder = std::filesystem::temp_directory_path();
    std::size_t threads = 1;
    Progress progress;
};

/// An interpolated model with modified Kneser-Ney smoothing, as `lmplz --discount_fallback` estimates it. Owns the
/// temporary files that its n-grams may be in; `visit` reads them from start to end and can be called again.
class EstimatedModel final : public NGramSource {
public:
    EstimatedModel() = default;
    EstimatedModel(EstimatedModel&&) = default;
    EstimatedModel& operator=(EstimatedModel&&) = default;

    const Vocabulary& vocabulary() const noexcept override { return vocabulary_; }
    std::span<const std::uint64_t> counts() const noexcept override { return counts_; }
    void visit(NGramVisitor& visitor) override;

    std::span<const Discounts> discounts() const noexcept { return discounts_; }
    std::uint64_t sentences() const noexcept { return sentences_; }
    /// Without sentence ends.
    std::uint64_t tokens() const noexcept { return tokens_; }

private:
    friend class Estimation;

    Vocabulary vocabulary_;
    std::vector<std::uint64_t> counts_;
    std::vector<Discounts> discounts_;
    std::uint64_t sentences_ = 0;
    std::uint64_t tokens_ = 0;
    /// The n-grams of each order: words newest first, probability, back-off, neither as a logarithm.
    std::vector<RecordSpool> ngrams_;
    std::vector<WordId> renumbered_;  // words of the spools to words of the vocabulary, where some were left out
};

/// Estimates a model from text files, one sentence per line, tokens separated by spaces or tabs. Throws FileError and
/// MalformedText; std::invalid_argument if the options make no sense or the files have no line. Sorts each order twice:
/// O(n log n) in the tokens. Sequential on disk.
EstimatedModel estimate(std::span<const std::filesystem::path> texts, const EstimationOptions& options);

}  // namespace antecede
