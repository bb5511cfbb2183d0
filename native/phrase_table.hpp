#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "alignment.hpp"
#include "vocabulary.hpp"

namespace antecede {

/// No phrase is longer, on either side.
inline constexpr std::size_t kLongestPhrase = 20;

/// The four standard scores, as natural logarithms, in Moses's order: p(s|t), lex(s|t), p(t|s), lex(t|s).
inline constexpr std::size_t kTranslationScores = 4;
/// msd-bidirectional-fe, as natural logarithms: monotone, swap, discontinuous towards the phrase before, then the same
/// towards the phrase after.
inline constexpr std::size_t kReorderingScores = 6;

/// One translation of a source phrase. Views point into the PhraseTable or into the arena it was decoded to.
struct PhrasePair {
    std::span<const WordId> target;
    std::span<const Link> alignment;
    std::array<float, kTranslationScores> scores;
    std::array<float, kReorderingScores> reordering;
};

/// Phrase pairs in a memory-mapped file. Immutable, so threads may share one; resident memory follows what is used.
class PhraseTable {
public:
    /// Maps the file; reads only its header. Throws DamagedFile.
    static PhraseTable open(const std::filesystem::path& file);

    const MappedVocabulary& source_vocabulary() const noexcept;
    const MappedVocabulary& target_vocabulary() const noexcept;
    std::size_t longest_source_phrase() const noexcept;
    bool has_reordering() const noexcept;

    /// Memory that decoded phrase pairs live in: one for each sentence under way, cleared between sentences.
    class Arena;

    /// Appends the translations of a source phrase to `found`, the best first (by p(t|s) when the table was made).
    /// One hash probe and one decoding of what is found; contents that contradict themselves throw DamagedFile.
    void find(std::span<const WordId> source, Arena& arena, std::vector<PhrasePair>& found) const;

    /// Whether the table holds the phrase; cheaper than `find`.
    bool contains(std::span<const WordId> source) const noexcept;

private:
    struct Tables;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace antecede
