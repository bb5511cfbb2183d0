#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// Tokenised sentences as numbers, the most frequent word first: 4 bytes a word and 8 a sentence. Phrase tables write
/// numbers seven bits at a time, so the 125 most frequent words take a byte each.
struct NumberedText {
    Vocabulary vocabulary;
    std::vector<WordId> words;
    std::vector<std::uint64_t> starts{0};

    std::size_t sentences() const noexcept { return starts.size() - 1; }
    std::size_t length(std::size_t sentence) const noexcept {
        return static_cast<std::size_t>(starts[sentence + 1] - starts[sentence]);
    }
    std::span<const WordId> operator[](std::size_t sentence) const noexcept {
        return std::span(words).subspan(static_cast<std::size_t>(starts[sentence]), length(sentence));
    }
};

/// Numbers a text: one sentence per line, words separated by spaces or tabs; the last line needs no line feed. Words of
/// the same frequency are in the order of their bytes. That the text is UTF-8 is not checked. Throws std::length_error
/// beyond 2^32 - 1 words.
NumberedText number_text(std::string_view text);

/// The same from a file, which is mapped while it is read and must be a regular one: a pipe reads as empty. Throws
/// FileError.
NumberedText number_file(const std::filesystem::path& file);

/// New numbers for a vocabulary's words, the most frequent first; words below kFirstWord keep theirs.
/// `counts` has one entry a word. Fills `ordered`, which must be fresh, and gives the new number of each old one.
std::vector<WordId> order_by_frequency(const Vocabulary& vocabulary, std::span<const std::uint64_t> counts,
                                       Vocabulary& ordered);

}  // namespace antecede
