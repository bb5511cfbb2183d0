#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "files/text_file.hpp"
#include "language_model/ngrams.hpp"

namespace antecede {

/// An ARPA file, SRILM's or KenLM's: fields separated by tabs or spaces, back-offs left out where there are none, lines
/// before \data\ and after \end\ ignored, <UNK> for <unk>, -inf for -99. Read once, from start to end, in bounded
/// memory but for the vocabulary. Throws FileError, and MalformedText with the line.
class ArpaReader final : public NGramSource {
public:
    /// Reads the counts at the head of the file.
    explicit ArpaReader(const std::filesystem::path& file);

    const Vocabulary& vocabulary() const noexcept override { return vocabulary_; }
    std::span<const std::uint64_t> counts() const noexcept override { return counts_; }
    /// Reads the n-grams; only once. RepeatedNGram becomes MalformedText.
    void visit(NGramVisitor& visitor) override;

private:
    void read_section(std::size_t order, NGramVisitor& visitor);
    void read_ngram(std::size_t order, std::string_view line, NGramVisitor& visitor);
    float read_number(std::string_view field) const;
    WordId read_word(std::size_t order, std::string_view field);
    bool next_line(std::string_view& line);

    LineReader lines_;
    Vocabulary vocabulary_;
    std::vector<std::uint64_t> counts_;
    std::vector<bool> seen_;  // which words have a unigram
    // The lines of the last n-grams: a visitor may notice a repeated one some n-grams later.
    std::array<std::size_t, RepeatedNGram::kOldest + 1> recent_{};
    std::size_t read_ = 0;
};

/// Writes an ARPA file as lmplz does: shortest numbers that read back the same, back-offs for all but the highest
/// order. Whole or not at all. Throws FileError.
void write_arpa(NGramSource& source, const std::filesystem::path& file);

}  // namespace antecede
