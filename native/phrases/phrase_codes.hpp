#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/phrase_table.hpp"

namespace antecede {

/// What a table keeps with its pairs.
struct PhraseTableOptions {
    bool reordering = true;
    bool counts = false;
    bool exact = false;
};

/// Orientations towards one side: monotone, swap, discontinuous.
using Orientations = std::array<float, 3>;

/// The short codes of frequent values: how a phrase pair of some 80 bytes takes 15 in the file. Learnt from a sample of
/// the pairs; what has no code is written out, but for scores, which take the nearest of 256 values unless exact.
/// Immutable once learnt or read, so threads may share one. Codes that were read can decode but not encode.
struct PhraseCodes {
    // Codes of scores and orientations take a byte; of orientations 255 says that there is no code. Codes of
    // alignments, counted from 1, take two bytes at most where numbers are written seven bits at a time.
    static constexpr std::size_t kScoreValues = 256;
    static constexpr std::size_t kMostOrientations = 255;
    static constexpr std::size_t kMostAlignments = 16383;

    PhraseTableOptions options;
    std::array<std::vector<float>, kTranslationScores> scores;  // ascending, each of 256 values unless exact
    std::vector<Orientations> orientations;                     // the most frequent first, as the next
    std::vector<std::vector<Link>> alignments;

    /// Learns from pairs. The same pairs in the same order give the same codes.
    static PhraseCodes learn(std::span<const PhrasePair> sample, PhraseTableOptions options);

    /// The same from what a file holds. Throws DamagedFile.
    static PhraseCodes read(const ModelFile& file, std::size_t first, PhraseTableOptions options);

    /// Writes the sections that `read` reads.
    void write(ModelFileWriter& file) const;
    static constexpr std::size_t kSections = 4;

    /// The code of a value, counted from 1; 0 if it has none. For codes that were learnt. One probe or two.
    std::size_t code_of(const Orientations& values) const noexcept;
    std::size_t code_of(std::span<const Link> links) const noexcept;

private:
    void index();

    // Linear probing by the values' hashes, at most half full; 0 is a free slot.
    std::vector<std::uint16_t> orientation_index_;
    std::vector<std::uint16_t> alignment_index_;
};

/// Appends a source phrase with its translations to `out`, as the table's blocks hold it. `counts` has one entry a pair
/// if the options say so. Several threads may encode with the same codes.
void encode_entry(const PhraseCodes& codes, std::span<const WordId> source, std::span<const PhrasePair> pairs,
                  std::span<const PhraseCounts> counts, std::vector<std::byte>& out);

/// Bytes of a block, read with every bound checked: `ok` turns false at the first fault and stays so.
class BlockReader {
public:
    explicit BlockReader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

    bool ok() const noexcept { return ok_; }
    std::size_t left() const noexcept { return bytes_.size() - at_; }
    std::size_t at() const noexcept { return at_; }

    std::uint8_t byte() noexcept;
    std::uint64_t number() noexcept;  // seven bits a byte, the low ones first
    float real() noexcept;
    /// The next `size` bytes, as a reader of their own.
    BlockReader part(std::uint64_t size) noexcept;

private:
    void fail() noexcept {
        ok_ = false;
        at_ = bytes_.size();
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

/// Decodes the pair at the reader; false if the bytes contradict themselves. `source_length` and `target_words` bound
/// the alignment's positions and the words' numbers.
bool decode_pair(const PhraseCodes& codes, BlockReader& reader, std::size_t source_length, std::size_t target_words,
                 PhraseTable::Arena& arena, PhrasePair& pair, PhraseCounts& counts);

}  // namespace antecede
