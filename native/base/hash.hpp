#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

// `mix`, `hash_of` and `Checksum` are part of the file formats: vocabularies and language models store entries where
// these functions say, and model files store checksums. Changing a constant makes existing files unreadable and needs a
// new version of each format. Words are read in the machine's byte order, so values are those of little-endian
// machines.

namespace antecede {

/// Spreads every bit of `value` over all bits; a bijection, so different values stay different. Maps 0 to 0.
/// The constant and the shifts are those of Degski's 64-bit mixer, two multiplications.
constexpr std::uint64_t mix(std::uint64_t value) noexcept {
    value ^= value >> 32;
    value *= 0xd6e8feb86659fd93U;
    value ^= value >> 32;
    value *= 0xd6e8feb86659fd93U;
    return value ^ (value >> 32);
}

/// A hash of a value and of what came before it. Adding 2^64 divided by the golden ratio keeps a value of 0 from
/// leaving no trace. The rotation brings the high bits, which a multiplication mixes best, down to where the next one
/// spreads them; the factor is the first of MurmurHash3's 64-bit finaliser, odd and so invertible.
constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t value) noexcept {
    return (std::rotl(hash, 25) ^ mix(value + 0x9e3779b97f4a7c15U)) * 0xff51afd7ed558ccdU;
}

/// A hash of the bytes, eight of them a step. No seed: an adversary can make words that collide, at the cost of slow
/// look-ups, never of wrong ones.
inline std::uint64_t hash_of(std::string_view bytes) noexcept {
    std::uint64_t hash = bytes.size() * 0x9e3779b97f4a7c15U;
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        hash = combine(hash, word);
    }
    // Zeros fill the last step. The size is hashed too, so that "a" and "a\0" differ.
    if (left > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, left);
        hash = combine(hash, word);
    }
    return mix(hash);
}

/// A checksum against accidents, not against an adversary: four lanes of 64 bits, about as fast as memory.
/// However the bytes are cut into calls of `add`, the result is the same.
class Checksum {
public:
    void add(std::span<const std::byte> bytes) noexcept {
        if (bytes.empty()) return;
        total_ += bytes.size();
        if (pending_ > 0) {
            const std::size_t taken = std::min(bytes.size(), kBlock - pending_);
            std::memcpy(block_.data() + pending_, bytes.data(), taken);
            pending_ += taken;
            bytes = bytes.subspan(taken);
            if (pending_ < kBlock) return;
            step(block_.data());
            pending_ = 0;
        }
        for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) step(bytes.data());
        if (!bytes.empty()) std::memcpy(block_.data(), bytes.data(), bytes.size());
        pending_ = bytes.size();
    }

    std::uint64_t value() const noexcept {
        std::uint64_t hash = mix(total_);
        for (const std::uint64_t lane : lanes_) hash = combine(hash, lane);
        for (std::size_t at = 0; at < pending_; ++at) hash = combine(hash, std::to_integer<std::uint64_t>(block_[at]));
        return mix(hash);
    }

private:
    static constexpr std::size_t kBlock = 32;

    /// The round of xxHash64 with its two primes. Four independent lanes let the processor work on four
    /// multiplications at once. Seeds and finish are ours, so the values are not those of xxHash64.
    void step(const std::byte* block) noexcept {
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            std::uint64_t word;
            std::memcpy(&word, block + lane * 8, 8);
            lanes_[lane] = std::rotl(lanes_[lane] + word * 0xc2b2ae3d27d4eb4fU, 31) * 0x9e3779b185ebca87U;
        }
    }

    // Not 0: a lane of 0 would stay 0 through any number of zero bytes.
    std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
    std::array<std::byte, kBlock> block_{};
    std::size_t pending_ = 0;
    std::uint64_t total_ = 0;
};

}  // namespace antecede
