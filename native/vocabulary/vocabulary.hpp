#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "files/model_file.hpp"

namespace antecede {

using WordId = std::uint32_t;

/// Every vocabulary starts with these.
inline constexpr WordId kUnknown = 0;        // <unk>
inline constexpr WordId kSentenceStart = 1;  // <s>
inline constexpr WordId kSentenceEnd = 2;    // </s>
inline constexpr WordId kFirstWord = 3;

/// Words and their numbers, growing. Not for several threads at once. Moves, but does not copy.
class Vocabulary {
public:
    Vocabulary();

    /// The word's number, a new one for a new word. Throws std::length_error beyond 2^32 - 1 words.
    WordId add(std::string_view word);
    /// The word's number, or kUnknown.
    WordId find(std::string_view word) const noexcept;
    /// Valid as long as this object lives. `id` is not checked.
    std::string_view word(WordId id) const noexcept { return words_[id]; }
    std::size_t size() const noexcept { return words_.size(); }

    /// Writes three sections, which MappedVocabulary reads: where the words start, the words, a hash table. 4 and 5.3
    /// bytes a word beside its text. Throws std::length_error if the words take more than 2^32 - 1 bytes.
    void write(ModelFileWriter& file) const;

private:
    struct Slot {
        std::uint32_t tag;  // upper half of the word's hash: tells most other words apart without reading their text
        WordId id;
    };

    std::size_t slot_of(std::string_view word, std::uint64_t hash) const noexcept;
    std::string_view keep(std::string_view word);
    void grow();

    std::vector<std::string_view> words_;
    std::vector<std::unique_ptr<char[]>> blocks_;  // what the views point to; never moved
    std::size_t left_ = 0;                         // bytes free at the end of the last block
    char* free_ = nullptr;
    std::vector<Slot> table_;  // linear probing, at most half full
};

/// How a vocabulary is stored in a file. Files of the first version (kLoose) store full hashes and 64-bit offsets and
/// take three times the room; they can still be read.
enum class VocabularyForm { kLoose, kCompact };

/// A vocabulary in a model file: nothing is loaded. Threads may share one.
class MappedVocabulary {
public:
    /// Reads the three sections from number `first` on. Throws DamagedFile.
    MappedVocabulary(const ModelFile& file, std::size_t first, VocabularyForm form = VocabularyForm::kCompact);

    /// The word's number, or kUnknown.
    WordId find(std::string_view word) const noexcept;
    /// Empty for a number that is out of range or whose word lies outside the file.
    std::string_view word(WordId id) const noexcept;
    std::size_t size() const noexcept { return size_; }

private:
    /// The hash in two halves, so that a slot takes 12 bytes.
    struct LooseSlot {
        std::uint32_t low;
        std::uint32_t high;
        WordId id;
    };

    WordId find_loose(std::string_view word) const noexcept;

    ModelFile file_;
    std::size_t size_ = 0;
    std::span<const char> text_;
    std::span<const std::uint32_t> starts_;
    std::span<const WordId> table_;  // linear probing, three quarters full; kUnknown for a free slot
    std::span<const std::uint64_t> loose_starts_;
    std::span<const LooseSlot> loose_table_;
};

}  // namespace antecede
