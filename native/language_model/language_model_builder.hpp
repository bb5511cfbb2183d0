#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "language_model/language_model_tables.hpp"
#include "language_model/ngrams.hpp"

namespace antecede {

/// Puts the n-grams of a model into the tables that LanguageModel maps. Holds them all in memory: 30 bytes an
/// n-gram, and 16 more while a quantised model is written. A quantised model may have no more than 2^32 - 1 n-grams of
/// a length; that is checked when it is opened. Used by one thread.
class LanguageModelBuilder final : public NGramVisitor {
public:
    /// `counts` as NGramSource gives them. Throws std::invalid_argument unless there are 1 to kHighestOrder of them.
    explicit LanguageModelBuilder(std::span<const std::uint64_t> counts);

    /// Shorter n-grams must come before longer ones; not checked. Throws RepeatedNGram, late: see Pending.
    /// N-grams that this one needs and that are missing, as in models pruned by other programs (its context, or itself
    /// without the first word), are put in with what backing off gives for them.
    void add(std::span<const WordId> words, float probability, float backoff) override;
    void finish() override;

    /// Writes the model; `vocabulary` has the words' names. Throws FileError.
    void write(const Vocabulary& vocabulary, const std::filesystem::path& file, bool quantise) const;

private:
    class Table;

    /// An n-gram on its way into its table: the places in memory that it needs are asked for when it comes, and used
    /// when they have arrived, some n-grams later.
    struct Pending {
        std::array<WordId, kHighestOrder> words;
        std::size_t length = 0;
        float probability = 0;
        float backoff = 0;
        std::uint64_t hash = 0;
        std::uint64_t hash_without_first = 0;
        std::uint64_t hash_of_context = 0;
    };

    void add_word(WordId word, float probability, float backoff);
    Pending prepared(std::span<const WordId> words, float probability, float backoff) const noexcept;
    bool insert(const Pending& ngram);
    void insert_oldest(std::size_t younger);
    /// Puts it in if it is missing. Valid until the next insertion.
    MiddleEntry& entry_of(std::span<const WordId> words, std::uint64_t hash);
    float backed_off(std::span<const WordId> words) noexcept;
    void write_hashed(ModelFileWriter& out) const;
    void write_packed(ModelFileWriter& out, std::size_t words) const;

    std::size_t order_;
    std::vector<WordEntry> words_;
    std::vector<bool> known_;
    std::vector<Table> tables_;  // from order 2 on
    std::array<Pending, RepeatedNGram::kOldest> pending_;
    std::size_t first_pending_ = 0;
    std::size_t pendings_ = 0;
};

/// Writes a source's n-grams as a model file. Throws what they throw.
void write_language_model(NGramSource& source, const std::filesystem::path& file, bool quantise);

}  // namespace antecede
