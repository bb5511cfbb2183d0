#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.hpp"
#include "language_model/language_model.hpp"

// How a language model lies in its file; LanguageModelBuilder writes it, LanguageModel reads it.
//
//   section 0        LanguageModelParameters
//   sections 1 to 3  the vocabulary
//   section 4        a WordEntry for each word
//   section 5 on     for each order from 2 on, a hash table: MiddleEntry, or HighestEntry for the highest order
//   then             for each order from 2 on, the first word of each entry, by which n-grams can be spelled; files of
//                    version 1 have none
//
// In a quantised model, from section 5 on: where the bigrams that end in each word start, and one number more; for each
// order from 2 on a PackedLevel; Codebook for each order from 2 on.

namespace antecede {

inline constexpr std::string_view kLanguageModelKind = "language model";
inline constexpr std::uint32_t kLanguageModelVersion = 2;
inline constexpr std::uint32_t kOldestLanguageModel = 1;
inline constexpr std::size_t kVocabularySection = 1;
inline constexpr std::size_t kWordSection = 4;
inline constexpr std::size_t kFirstTableSection = 5;

/// A table has `slots` places where a search may start, and goes on for at most `longest` more; nothing wraps round, so
/// that a search needs one comparison a step.
struct TableShape {
    std::uint64_t entries;
    std::uint64_t slots;
    std::uint64_t longest;
};

struct LanguageModelParameters {
    std::uint32_t order;
    std::uint32_t quantised;
    std::array<TableShape, kHighestOrder - 1> tables;
};

/// log10 of a probability and, in the sign that it has no need for, whether some n-gram extends this one to the left:
/// if none does, longer ones need not be looked for.
class FlaggedProbability {
public:
    FlaggedProbability() = default;
    FlaggedProbability(float value, bool extends_left) noexcept
        : bits_((std::bit_cast<std::uint32_t>(value) & ~kFlag) | (extends_left ? kFlag : 0)) {}

    float value() const noexcept { return std::bit_cast<float>(bits_ | kFlag); }
    bool extends_left() const noexcept { return (bits_ & kFlag) != 0; }
    void set_extends_left() noexcept { bits_ |= kFlag; }

private:
    static constexpr std::uint32_t kFlag = 0x80000000;
    std::uint32_t bits_ = 0;
};

/// log10 of a back-off weight and, in its last bit, whether the n-gram must be remembered: it need not if no n-gram
/// extends it to the right and leaving it costs nothing.
class FlaggedBackoff {
public:
    FlaggedBackoff() = default;
    FlaggedBackoff(float value, bool is_context) noexcept
        : bits_((std::bit_cast<std::uint32_t>(value) & ~kFlag) | (is_context ? kFlag : 0)) {}

    float value() const noexcept { return std::bit_cast<float>(bits_ & ~kFlag); }
    bool is_context() const noexcept { return (bits_ & kFlag) != 0; }
    void set_is_context() noexcept { bits_ |= kFlag; }

private:
    static constexpr std::uint32_t kFlag = 1;
    std::uint32_t bits_ = 0;
};

struct WordEntry {
    FlaggedProbability probability;
    FlaggedBackoff backoff;
};

/// The hash of an n-gram is that of its last word, extended by the words before it, newest first: the hashes of all
/// suffixes come on the way.
/// All of this is part of the file format.
constexpr std::uint64_t hash_of_word(WordId word) noexcept { return mix(word + 0x9e3779b97f4a7c15U); }

/// Of the factor in `extended`: their product is 1.
inline constexpr std::uint64_t kInverse = 0x4f74430c22a54005U;
static_assert(kInverse * 0xff51afd7ed558ccdU == 1);

constexpr std::uint64_t extended(std::uint64_t hash, WordId word) noexcept {
    hash = (hash ^ ((word + std::uint64_t{1}) * 0xd6e8feb86659fd93U)) * 0xff51afd7ed558ccdU;
    return hash ^ (hash >> 32);
}

/// What was extended by the word: the inverse of `extended`, so that a hash and a first word give the rest.
constexpr std::uint64_t shortened(std::uint64_t hash, WordId word) noexcept {
    hash = (hash ^ (hash >> 32)) * kInverse;
    return hash ^ ((word + std::uint64_t{1}) * 0xd6e8feb86659fd93U);
}
static_assert(shortened(extended(hash_of_word(17), 4711), 4711) == hash_of_word(17));

/// Never 0, which marks free places.
constexpr std::uint64_t key_of(std::uint64_t hash) noexcept { return hash == 0 ? 1 : hash; }

/// Where a search for the hash starts, of `slots` places: the upper bits decide.
inline std::size_t slot_of(std::uint64_t hash, std::uint64_t slots) noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((Wide{hash} * slots) >> 64);
}

struct MiddleEntry {
    std::uint64_t key;
    FlaggedProbability probability;
    FlaggedBackoff backoff;

    bool is_free() const noexcept { return key == 0; }
    bool is(std::uint64_t hash) const noexcept { return key == key_of(hash); }
};
static_assert(sizeof(MiddleEntry) == 16);

/// Its key in two halves, so that an entry takes 12 bytes: a 64-bit key would be padded to 16, and the highest order
/// has most of a model's n-grams.
struct HighestEntry {
    std::uint32_t key_low;
    std::uint32_t key_high;
    float probability;

    std::uint64_t key() const noexcept { return (std::uint64_t{key_high} << 32) | key_low; }
    bool is_free() const noexcept { return key() == 0; }
    bool is(std::uint64_t hash) const noexcept { return key() == key_of(hash); }
};
static_assert(sizeof(HighestEntry) == 12);

/// What the codes stand for; code 0 of the back-offs is exactly 0, which most of them are where nothing follows.
struct Codebook {
    std::array<float, 256> probabilities;
    std::array<float, 256> backoffs;
};

}  // namespace antecede
