#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "files/spill.hpp"
#include "phrases/phrase_codes.hpp"
#include "phrases/phrase_table.hpp"
#include "vocabulary/vocabulary.hpp"

namespace antecede {

inline constexpr std::string_view kPhraseTableKind = "phrase table";
inline constexpr std::uint32_t kPhraseTableVersion = 2;
inline constexpr std::uint32_t kOldestPhraseTable = 1;

/// The first section of a table's file. Then come the codes, the blocks in the order of their phrases' hashes, where
/// each bucket of blocks starts, and the two vocabularies.
struct PhraseTableSummary {
    std::uint64_t source_phrases;
    std::uint64_t pairs;
    std::uint32_t longest_source;
    std::uint32_t bucket_bits;
    std::uint8_t reordering;
    std::uint8_t counts;
    std::uint8_t exact;
    std::uint8_t reserved[5];

    PhraseTableOptions options() const noexcept { return {reordering != 0, counts != 0, exact != 0}; }
};

/// What a block carries of its phrase's hash; the bucket is chosen by the hash's other end.
inline std::uint8_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint8_t>(hash); }

/// Writes a phrase table, entries in any order; keeps at most 256 MiB of them in memory and the others in a file
/// without a name in the folder of `file`. `file` itself appears whole, in `finish`.
class PhraseTableWriter {
public:
    PhraseTableWriter(const std::filesystem::path& file, PhraseCodes codes);

    const PhraseCodes& codes() const noexcept { return codes_; }

    /// Adds a source phrase with its translations, the best first. A source phrase is added once, and words lie within
    /// the vocabularies: neither is checked. Several threads may add at the same time. Throws std::invalid_argument for
    /// a phrase that is empty or longer than kLongestPhrase.
    void add(std::span<const WordId> source, std::span<const PhrasePair> pairs,
             std::span<const PhraseCounts> counts = {});

    /// Writes the file. The words' numbers are those of the vocabularies. Throws FileError.
    void finish(const Vocabulary& source, const Vocabulary& target);

private:
    std::filesystem::path file_;
    PhraseCodes codes_;
    Bins blocks_;
};

}  // namespace antecede
