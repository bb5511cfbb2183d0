#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "alignment/alignment.hpp"
#include "base/parallel.hpp"
#include "phrases/lexical_weights.hpp"
#include "phrases/phrase_codes.hpp"
#include "phrases/phrase_extraction.hpp"
#include "vocabulary/numbered_text.hpp"

namespace antecede {

enum class Smoothing { kNone, kGoodTuring, kKneserNey };

struct TrainingOptions {
    std::size_t longest = kLongestExtracted;
    Smoothing smoothing = Smoothing::kNone;
    /// Pairs seen less often are left out; and those whose Fisher test gives -ln p below `significance` (Johnson et al.
    /// 2007), with occurrences counted as extracted. A single source word always keeps its best translation, so that no
    /// word of the corpus becomes unknown.
    std::uint32_t least_count = 1;
    std::optional<double> significance;
    /// Translations kept of each source phrase, the best by p(t|s); 0 for all. A frequent word has tens of
    /// thousands of translations, and the decoder's table limit is 20.
    std::size_t best = 100;
    /// Added to each count of an orientation; Moses's default.
    double reordering_smoothing = 0.5;
    PhraseTableOptions table;
    std::size_t threads = 1;
};

struct TrainingResult {
    std::uint64_t occurrences = 0;
    std::uint64_t distinct = 0;
    std::uint64_t kept = 0;
    std::uint64_t source_phrases = 0;
};

/// From texts and alignments to a phrase table: extracts, counts, scores and writes, each phrase pair as 32 bytes that
/// go to disk beyond some hundred megabytes. The file is the same whatever the number of threads. The texts stay in
/// memory, 4 bytes a word, since occurrences refer to them.
/// Throws std::invalid_argument if the texts and alignments do not fit each other; FileError.
TrainingResult train_phrase_table(const NumberedText& source, const NumberedText& target, const Alignments& alignments,
                                  const std::filesystem::path& file, const TrainingOptions& options,
                                  const ShareDone& progress = {});

/// All that is counted of a phrase pair.
struct CountedPair {
    std::uint64_t target_hash;
    std::uint32_t source_at;  // the first occurrence
    std::uint32_t target_at;
    std::uint32_t count;
    std::uint8_t source_length;
    std::uint8_t target_length;
    LinkBits links;          // the most frequent; of several, the last in the order of the target's words
    LinkBits inverse_links;  // the same, but of several the last in the order of the source's words
    std::array<std::uint32_t, kReorderingScores> orientations;
};

/// Counts a run of occurrences of one phrase pair, sorted by links; the run is not empty.
CountedPair count_pair(std::span<const Occurrence> run);

/// Whether `a` comes after `b` when links are compared as Moses compares its lists of sets, row by row.
bool comes_after(LinkBits a, LinkBits b) noexcept;
/// Source and target exchanged.
LinkBits turned(LinkBits links) noexcept;

/// How much counts are lowered, learnt from how many pairs were seen once, twice and so on.
class PhraseDiscounts {
public:
    /// Beyond so many, counts are taken as they are (Moses's COC_MAX).
    static constexpr std::size_t kCounted = 10;

    /// `times[n]` pairs were seen n times, `distinct` at all.
    PhraseDiscounts(Smoothing smoothing, const std::array<std::uint64_t, kCounted + 1>& times, std::uint64_t distinct);

    /// The count to use in place of `together` over `given`, where `given` was seen with `given_distinct` others and
    /// the other phrase with `other_distinct`.
    double adjusted(std::uint32_t together, std::uint64_t given_distinct, std::uint64_t other_distinct) const noexcept;

private:
    Smoothing smoothing_;
    double distinct_;
    std::array<double, kCounted> good_turing_{};
    std::array<double, 3> kneser_ney_{};
};

/// -ln of the probability that two phrases seen `source` and `target` times in `sentences` sentences meet `together`
/// times or more by chance.
double significance(std::uint64_t together, std::uint64_t source, std::uint64_t target, std::uint64_t sentences);

}  // namespace antecede
