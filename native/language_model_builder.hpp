#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "language_model_tables.hpp"
#include "ngrams.hpp"

namespace antecede {

/// Puts the n-grams of a model into the tables that LanguageModel maps. Holds them all in memory: 24 bytes an n-gram.
class LanguageModelBuilder final : public NGramVisitor {
public:
    /// `counts` as NGramSource gives them. Throws std::invalid_argument unless there are 1 to kHighestOrder of them.
    explicit LanguageModelBuilder(std::span<const std::uint64_t> counts);

    /// Shorter n-grams must come before longer ones. Throws std::invalid_argument if an n-gram comes twice.
    /// N-grams that this one needs and that are missing, as in models pruned by other programs (its context, or itself
    /// without the first word), are put in with what backing off gives for them.
    void add(std::span<const WordId> words, float probability, float backoff) override;

    /// Writes the model; `vocabulary` has the words' names. Throws FileError.
    void write(const Vocabulary& vocabulary, const std::filesystem::path& file, bool quantise) const;

private:
    class Table;

    MiddleEntry* find(std::span<const WordId> words) noexcept;
    void mark_extends_left(std::span<const WordId> words);
    void mark_context(std::span<const WordId> words);
    void insert_missing(std::span<const WordId> words);
    float backed_off(std::span<const WordId> words) noexcept;

    std::size_t order_;
    std::vector<WordEntry> words_;
    std::vector<bool> known_;
    std::vector<Table> tables_;  // from order 2 on
};

/// Writes a source's n-grams as a model file. Throws what they throw.
void write_language_model(NGramSource& source, const std::filesystem::path& file, bool quantise);

}  // namespace antecede
