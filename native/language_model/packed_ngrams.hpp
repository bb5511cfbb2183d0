#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// The n-grams of one length as a level of a trie, newest word first, in as few bits as they need: an n-gram holds its
/// first word, codes of its numbers, and where those that extend it to the left start in the next level. N-grams that
/// share all words but the first are neighbours, in the order of the first.
struct PackedNGram {
    WordId first = 0;
    std::uint8_t probability = 0;
    std::uint8_t backoff = 0;
    bool is_context = false;
    std::uint64_t begin = 0;
};

/// How wide the fields are. Not stored: reader and writer compute the same from the counts.
struct PackedShape {
    std::uint64_t entries = 0;
    unsigned word_bits = 0;
    unsigned pointer_bits = 0;
    bool highest = false;  // neither back-off nor anything that extends it

    PackedShape() = default;
    PackedShape(std::uint64_t size, std::uint64_t words, std::uint64_t in_next_level, bool is_highest) noexcept
        : entries(size),
          word_bits(static_cast<unsigned>(std::bit_width(words))),
          pointer_bits(is_highest ? 0 : static_cast<unsigned>(std::bit_width(in_next_level))),
          highest(is_highest) {}

    /// 8 bits of probability, and below the highest order 8 of back-off and 1 that says whether it is a context.
    unsigned bits() const noexcept { return word_bits + 8 + (highest ? 0 : 9 + pointer_bits); }
    /// With one n-gram more, whose `begin` ends the last one's extensions, and room to read eight bytes anywhere.
    std::uint64_t bytes() const noexcept { return ((entries + 1) * bits() + 7) / 8 + 8; }
};

/// Reads a level. What a damaged file holds can only make answers wrong, never lead outside of it. A view: the file
/// must stay mapped. Threads may share one.
class PackedLevel {
public:
    PackedLevel() = default;
    /// `bytes` has at least shape.bytes().
    PackedLevel(const PackedShape& shape, std::span<const std::byte> bytes) noexcept
        : shape_(shape), bits_(shape.bits()), bytes_(bytes.data()) {}

    WordId first(std::uint64_t number) const noexcept {
        return static_cast<WordId>(field(number * bits_, shape_.word_bits));
    }

    PackedNGram operator[](std::uint64_t number) const noexcept {
        std::uint64_t at = number * bits_;
        const auto next = [&](unsigned width) {
            at += width;
            return field(at - width, width);
        };
        PackedNGram ngram;
        ngram.first = static_cast<WordId>(next(shape_.word_bits));
        ngram.probability = static_cast<std::uint8_t>(next(8));
        if (shape_.highest) return ngram;
        ngram.backoff = static_cast<std::uint8_t>(next(8));
        ngram.is_context = next(1) != 0;
        ngram.begin = next(shape_.pointer_bits);
        return ngram;
    }

    std::uint64_t begin(std::uint64_t number) const noexcept {
        // Past the word, 8 + 8 + 1 bits.
        return field(number * bits_ + shape_.word_bits + 17, shape_.pointer_bits);
    }

    /// The n-gram among those from `begin` up to `end` that starts with the word; `end` if there is none.
    /// A binary search: neighbours are few but for the commonest words.
    std::uint64_t find(std::uint64_t begin, std::uint64_t end, WordId word) const noexcept {
        end = std::min(end, shape_.entries);
        std::uint64_t low = begin;
        for (std::uint64_t high = end; low < high;) {
            const std::uint64_t middle = low + (high - low) / 2;
            const WordId here = first(middle);
            if (here == word) return middle;
            if (here < word) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return end;
    }

    std::uint64_t size() const noexcept { return shape_.entries; }

private:
    /// One unaligned load of eight bytes, of which up to seven bits are shifted out: `width` is at most 57. Words and
    /// pointers take no more than 33. The first bits are the lowest, which needs a little-endian machine.
    std::uint64_t field(std::uint64_t bit, unsigned width) const noexcept {
        std::uint64_t word;
        std::memcpy(&word, bytes_ + bit / 8, sizeof(word));
        return (word >> (bit % 8)) & ((std::uint64_t{1} << width) - 1);
    }

    PackedShape shape_;
    std::uint64_t bits_ = 0;
    const std::byte* bytes_ = nullptr;
};

/// Writes a level to memory, from where it goes to the file in one piece.
class PackedLevelWriter {
public:
    explicit PackedLevelWriter(const PackedShape& shape) : shape_(shape) {
        bytes_.reserve(static_cast<std::size_t>(shape.bytes()));
    }

    /// Called `entries` times, and once more for where the last one's extensions end.
    void add(const PackedNGram& ngram) {
        put(ngram.first, shape_.word_bits);
        put(ngram.probability, 8);
        if (shape_.highest) return;
        put(ngram.backoff, 8);
        put(ngram.is_context ? 1 : 0, 1);
        put(ngram.begin, shape_.pointer_bits);
    }

    std::span<const std::byte> finish() {
        if (filled_ > 0) bytes_.push_back(static_cast<std::byte>(pending_));
        bytes_.resize(static_cast<std::size_t>(shape_.bytes()));
        return bytes_;
    }

private:
    void put(std::uint64_t value, unsigned width) {
        for (unsigned done = 0; done < width;) {
            const unsigned taken = std::min(width - done, 8 - filled_);
            pending_ |= ((value >> done) & ((1U << taken) - 1)) << filled_;
            filled_ += taken;
            done += taken;
            if (filled_ < 8) continue;
            bytes_.push_back(static_cast<std::byte>(pending_));
            pending_ = filled_ = 0;
        }
    }

    PackedShape shape_;
    std::vector<std::byte> bytes_;
    std::uint64_t pending_ = 0;
    unsigned filled_ = 0;
};

}  // namespace antecede
