#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "language_model/ngrams.hpp"
#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// Orders above this are refused when a model is made or opened: every state has room for one word and weight less.
inline constexpr std::size_t kHighestOrder = 8;

/// An n-gram language model over a memory-mapped file. Immutable after opening, so threads may share one. Copies share
/// the mapping. N-grams are found by hashes of 64 bits, their words are not compared: of a billion n-grams of one
/// length two share a hash in one model of 37, and building that model fails with RepeatedNGram.
class LanguageModel {
public:
    /// What the model must know of the words before: the longest context that any n-gram continues, newest word first,
    /// with the back-off weights that leaving it costs. Trivially copyable; equal states score every future alike.
    /// What lies beyond `length` means nothing.
    struct State {
        std::array<WordId, kHighestOrder - 1> words;
        std::array<float, kHighestOrder - 1> backoff;
        std::uint8_t length;

        friend bool operator==(const State& a, const State& b) noexcept;
    };

    /// Maps the file; reads only its header. Throws DamagedFile if the magic number, version or checksum is wrong, or
    /// if the tables do not fit the sections. The n-grams are not checked: damage there makes scores wrong, nothing
    /// worse.
    static LanguageModel open(const std::filesystem::path& file);

    /// Whether the file starts like one of these, of any version.
    static bool is_one(const std::filesystem::path& file);

    /// Reads the whole file and compares the checksums. Throws DamagedFile.
    void verify() const;

    std::size_t order() const noexcept;
    /// How many n-grams there are of each length, from 1 on.
    std::span<const std::uint64_t> counts() const noexcept;
    const MappedVocabulary& vocabulary() const noexcept;

    /// Whether `visit` can spell the n-grams: all but files of version 1 can.
    bool has_words() const noexcept;
    /// Gives all n-grams to the visitor, the shorter ones first, back-offs to the last bit but one; the numbers of a
    /// quantised model as rounded. Throws DamagedFile, also if the file has no words.
    void visit(NGramVisitor& visitor) const;

    /// The state at the start of a sentence, and the one that knows nothing (for phrases scored by themselves).
    State sentence_start() const noexcept;
    State empty() const noexcept;

    /// log10 P(word | state), and the state after it. One hash probe per order tried; no allocation.
    /// `next` may not alias `state`; not checked. A number outside the vocabulary scores as <unk>.
    float score(const State& state, WordId word, State& next) const noexcept;

    /// As `score`, and the length of the n-gram that was found, 1 for a word that is only in the unigrams.
    float score(const State& state, WordId word, State& next, std::size_t& matched) const noexcept;

private:
    struct Tables;
    std::shared_ptr<const Tables> tables_;
};

/// A model of a file as a source, to be written in another form.
class SpelledModel final : public NGramSource {
public:
    /// Throws DamagedFile if the file has no words.
    explicit SpelledModel(LanguageModel model);

    const Vocabulary& vocabulary() const noexcept override { return vocabulary_; }
    std::span<const std::uint64_t> counts() const noexcept override { return model_.counts(); }
    void visit(NGramVisitor& visitor) override { model_.visit(visitor); }

private:
    LanguageModel model_;
    Vocabulary vocabulary_;
};

/// A hash of the state's words, for recombination.
std::uint64_t hash_of(const LanguageModel::State& state) noexcept;

}  // namespace antecede
