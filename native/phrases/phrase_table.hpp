#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "alignment/alignment.hpp"
#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// No phrase is longer, on either side: Moses's own limit. Alignments rely on it, since they keep a position in a byte.
inline constexpr std::size_t kLongestPhrase = 20;

/// The four standard scores, as natural logarithms, in Moses's order: p(s|t), lex(s|t), p(t|s), lex(t|s).
inline constexpr std::size_t kTranslationScores = 4;
/// msd-bidirectional-fe, as natural logarithms: monotone, swap, discontinuous towards the phrase before, then the same
/// towards the phrase after.
inline constexpr std::size_t kReorderingScores = 6;

/// How neighbours in the target follow each other in the source: in the same order without a gap, exchanged without a
/// gap, or neither. The values index the reordering scores; extraction counts orientations, the decoder scores them.
enum Orientation : std::uint8_t { kMonotone, kSwap, kDiscontinuous };
inline constexpr std::size_t kOrientations = 3;

/// One translation of a source phrase. Views point into the PhraseTable or into the arena it was decoded to.
struct PhrasePair {
    std::span<const WordId> target;
    std::span<const Link> alignment;
    std::array<float, kTranslationScores> scores;
    std::array<float, kReorderingScores> reordering;
};

/// How often a target phrase, a source phrase and the two together were extracted.
struct PhraseCounts {
    std::uint64_t target = 0;
    std::uint64_t source = 0;
    std::uint64_t together = 0;

    friend bool operator==(const PhraseCounts&, const PhraseCounts&) = default;
};

struct PhraseCodes;

/// Phrase pairs in a memory-mapped file. Immutable, so threads may share one; resident memory follows what is used.
class PhraseTable {
public:
    /// Maps the file; reads only its header and the codes of frequent values (some kilobytes). Throws DamagedFile. The
    /// entries are checked as they are decoded.
    static PhraseTable open(const std::filesystem::path& file);

    const MappedVocabulary& source_vocabulary() const noexcept;
    const MappedVocabulary& target_vocabulary() const noexcept;
    std::size_t longest_source_phrase() const noexcept;
    bool has_reordering() const noexcept;
    bool has_counts() const noexcept;
    /// Whether scores are kept as they were given, not rounded to one of 256 values.
    bool is_exact() const noexcept;
    std::uint64_t source_phrases() const noexcept;
    std::uint64_t pairs() const noexcept;

    /// Memory that decoded phrase pairs live in: one for each sentence under way, cleared between sentences.
    /// Grows by large pieces and keeps them, so that a decoder soon allocates nothing.
    class Arena {
    public:
        /// Room for `size` values, valid until `clear`.
        std::span<WordId> words(std::size_t size) { return words_.take(size); }
        std::span<Link> links(std::size_t size) { return links_.take(size); }
        void clear() noexcept {
            words_.clear();
            links_.clear();
        }

    private:
        template <typename T>
        class Pieces {
        public:
            std::span<T> take(std::size_t size) {
                if (piece_ == pieces_.size() || used_ + size > pieces_[piece_].size()) next(size);
                used_ += size;
                return std::span(pieces_[piece_]).subspan(used_ - size, size);
            }
            void clear() noexcept { piece_ = used_ = 0; }

        private:
            void next(std::size_t size) {
                // Values: the words of some thousand phrases, 64 KiB of them.
                static constexpr std::size_t kPiece = 1 << 14;
                if (piece_ < pieces_.size()) ++piece_;
                while (piece_ < pieces_.size() && pieces_[piece_].size() < size) ++piece_;
                if (piece_ == pieces_.size()) pieces_.emplace_back(size > kPiece ? size : kPiece);
                used_ = 0;
            }

            std::vector<std::vector<T>> pieces_;
            std::size_t piece_ = 0;
            std::size_t used_ = 0;
        };

        Pieces<WordId> words_;
        Pieces<Link> links_;
    };

    /// Appends the translations of a source phrase to `found`, the best first (by p(t|s) when the table was made).
    /// One hash probe and one decoding of what is found; contents that contradict themselves throw DamagedFile.
    void find(std::span<const WordId> source, Arena& arena, std::vector<PhrasePair>& found) const;

    /// Whether the table holds the phrase; cheaper than `find`. False where the contents are damaged.
    bool contains(std::span<const WordId> source) const noexcept;

    /// A source phrase with its translations, for reading the whole table.
    struct Entry {
        std::vector<WordId> source;
        std::vector<PhrasePair> pairs;
        std::vector<PhraseCounts> counts;  // empty unless the table has counts
    };

    /// Reads the entry at `place`, 0 for the first, and moves `place` to the next; false at the end. The pairs' views
    /// point into `arena`, which is not cleared. Throws DamagedFile.
    bool next(std::uint64_t& place, Arena& arena, Entry& entry) const;

    /// Reads only the source phrase; as `next` otherwise.
    bool next_source(std::uint64_t& place, std::vector<WordId>& source) const;

    /// Reads everything and compares the checksums. Throws DamagedFile.
    void verify() const;

private:
    struct Tables;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace antecede
