#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model_file.hpp"

namespace antecede {

using WordId = std::uint32_t;

/// Every vocabulary starts with these.
inline constexpr WordId kUnknown = 0;       // <unk>
inline constexpr WordId kSentenceStart = 1;  // <s>
inline constexpr WordId kSentenceEnd = 2;    // </s>
inline constexpr WordId kFirstWord = 3;

/// Words and their numbers, growing. Not for several threads at once.
class Vocabulary {
public:
    Vocabulary();

    /// The word's number, a new one if need be.
    WordId add(std::string_view word);
    /// The word's number, or kUnknown.
    WordId find(std::string_view word) const noexcept;
    /// Valid as long as this object lives. `id` is not checked.
    std::string_view word(WordId id) const noexcept { return words_[id]; }
    std::size_t size() const noexcept { return words_.size(); }

    /// Writes three sections, which MappedVocabulary reads: where the words start, the words, a hash table.
    void write(ModelFileWriter& file) const;

private:
    std::deque<std::string> words_;  // a deque, so that views of the words stay valid
    std::unordered_map<std::string_view, WordId> ids_;
};

/// A vocabulary in a model file: nothing is loaded. One hash probe or two to find a word. Threads may share one.
class MappedVocabulary {
public:
    /// Reads the three sections from number `first` on. Throws DamagedFile.
    MappedVocabulary(const ModelFile& file, std::size_t first);

    WordId find(std::string_view word) const noexcept;
    /// Empty for a number that is out of range or whose word lies outside the file.
    std::string_view word(WordId id) const noexcept;
    std::size_t size() const noexcept;

private:
    ModelFile file_;
    std::span<const std::uint64_t> starts_;
    std::span<const char> text_;
    std::span<const WordId> table_;
};

}  // namespace antecede
