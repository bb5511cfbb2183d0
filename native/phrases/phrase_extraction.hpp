#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/alignment.hpp"
#include "base/parallel.hpp"
#include "files/spill.hpp"
#include "phrases/phrase_table.hpp"
#include "vocabulary/numbered_text.hpp"

namespace antecede {

/// Phrases that are extracted have at most this many words a side: an alignment then takes 49 bits, and an occurrence
/// fits one 64-bit number with two lengths of 3 bits and two orientations of 2. Moses's default too.
inline constexpr std::size_t kLongestExtracted = 7;

/// The links inside a phrase pair, bit 7 * target + source.
using LinkBits = std::uint64_t;

/// A phrase pair that a sentence's alignment allows. Positions count from the sentence's start.
struct ExtractedPair {
    std::int32_t source;
    std::int32_t target;
    std::uint8_t source_length;
    std::uint8_t target_length;
    Orientation before;
    Orientation after;
    LinkBits links;

    friend bool operator==(const ExtractedPair&, const ExtractedPair&) = default;
};

/// Finds the phrase pairs of sentences, in buffers it keeps (one for each thread), as Moses's `extract` does: every
/// link of a word inside a pair leads inside it, there is at least one, and words without links at the source's borders
/// are taken along or not, each way a pair (the target's are, since every target span is tried). Orientations are
/// word-based (wbe-msd).
class PhraseExtractor {
public:
    /// `longest` is at most kLongestExtracted.
    explicit PhraseExtractor(std::size_t longest) : longest_(static_cast<std::int32_t>(longest)) {}

    /// Replaces `found` by the pairs of a sentence. Links are sorted and within the lengths; not checked. Linear in the
    /// target's length for a given `longest`; allocates only to grow.
    void extract(std::span<const Link> links, std::size_t source_length, std::size_t target_length,
                 std::vector<ExtractedPair>& found);

private:
    struct Reach {
        std::int32_t first;
        std::int32_t last;  // below `first` for a word without links
    };

    void index(std::span<const Link> links, std::size_t source_length, std::size_t target_length);
    bool linked(std::int32_t source, std::int32_t target) const noexcept;
    bool consistent(Reach source, std::int32_t first, std::int32_t last) const noexcept;
    void add_pairs(Reach source, std::int32_t first, std::int32_t last, std::vector<ExtractedPair>& found) const;
    Orientation orientation(bool straight, bool crossed) const noexcept;

    std::int32_t longest_;
    std::vector<Reach> of_source_;
    std::vector<Reach> of_target_;
    std::vector<Link> by_target_;
    std::vector<std::size_t> starts_;  // of each target word's links in by_target_
};

/// One occurrence of a phrase pair in the texts: hashes to sort by, where it stands, and its shape, in 32 bytes.
struct Occurrence {
    std::uint64_t source_hash;
    std::uint64_t target_hash;
    std::uint32_t source_at;  // positions in the texts' words
    std::uint32_t target_at;
    std::uint64_t shape;

    static std::uint64_t pack(const ExtractedPair& pair) noexcept {
        return pair.links | static_cast<std::uint64_t>(pair.source_length) << 49 |
               static_cast<std::uint64_t>(pair.target_length) << 52 | static_cast<std::uint64_t>(pair.before) << 55 |
               static_cast<std::uint64_t>(pair.after) << 57;
    }
    LinkBits links() const noexcept { return shape & ((LinkBits{1} << 49) - 1); }
    std::size_t source_length() const noexcept { return shape >> 49 & 7; }
    std::size_t target_length() const noexcept { return shape >> 52 & 7; }
    std::size_t before() const noexcept { return shape >> 55 & 3; }
    std::size_t after() const noexcept { return shape >> 57 & 3; }
};

/// Bins of occurrences by the first bits of the source phrase's hash: a source phrase is in one bin, with all of its
/// translations, and bins are in the order of hashes. 256 bins: one, which is sorted in memory, is 1/256 of the corpus.
inline constexpr unsigned kOccurrenceBits = 8;

/// Extracts from all sentences into `bins`, of which there are 1 << kOccurrenceBits. Memory: some megabytes a thread,
/// and what the bins keep. Throws std::invalid_argument if the texts and the alignments do not fit each other.
void extract_all(const NumberedText& source, const NumberedText& target, const Alignments& alignments,
                 std::size_t longest, std::size_t threads, Bins& bins, const ShareDone& progress = {});

}  // namespace antecede
