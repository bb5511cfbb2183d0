#pragma once

#include <cstdint>
#include <span>

#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// Hashes of phrases, grown word by word: extraction hashes every span of a sentence with one step each.
/// 64 bits: among a hundred million phrases two share a hash once in some thousand corpora, and then count as one.
/// Phrase tables are laid out by these hashes, so a change needs a new version of their format. The start is any number
/// that is not 0, here the first digits of pi; the factor is 2^64 divided by the golden ratio.
inline constexpr std::uint64_t kEmptyPhrase = 0x243F6A8885A308D3;

inline std::uint64_t extend(std::uint64_t state, WordId word) noexcept {
    state = (state + word + 1) * 0x9E3779B97F4A7C15;
    return state ^ (state >> 29);
}

/// What is compared and sorted: every bit of it depends on every word. The finaliser of MurmurHash3, a bijection.
inline std::uint64_t finished(std::uint64_t state) noexcept {
    state = (state ^ (state >> 33)) * 0xFF51AFD7ED558CCD;
    state = (state ^ (state >> 33)) * 0xC4CEB9FE1A85EC53;
    return state ^ (state >> 33);
}

inline std::uint64_t phrase_hash(std::span<const WordId> phrase) noexcept {
    std::uint64_t state = kEmptyPhrase;
    for (const WordId word : phrase) state = extend(state, word);
    return finished(state);
}

}  // namespace antecede
