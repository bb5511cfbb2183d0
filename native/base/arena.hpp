#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace antecede {

/// Memory that is handed out in pieces and taken back all at once: a sentence's options and states live here.
/// Keeps the memory it once had, so that a decoder soon allocates nothing. What it hands out is never moved, belongs to
/// the arena, and is not destroyed, hence trivial types only. Not for several threads at once.
class Arena {
public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Room for `size` values, not initialised; valid until `clear`.
    template <typename T>
    std::span<T> take(std::size_t size) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);
        return {reinterpret_cast<T*>(bytes(size * sizeof(T))), size};
    }

    /// A copy of the values; valid until `clear`.
    template <typename T>
    std::span<const T> keep(std::span<const T> values) {
        const std::span<T> copy = take<T>(values.size());
        std::copy(values.begin(), values.end(), copy.begin());
        return copy;
    }

    void clear() noexcept {
        piece_ = 0;
        used_ = 0;
        handed_out_ = 0;
    }

    /// Bytes handed out since `clear`.
    std::size_t size() const noexcept { return handed_out_; }

private:
    // What operator new guarantees for arrays of bytes on 64-bit systems; more would need an aligned allocation.
    static constexpr std::size_t kAlignment = 16;
    // Above the size from which glibc maps memory (128 KiB), so pages of a piece that are never touched cost nothing.
    static constexpr std::size_t kPiece = std::size_t{1} << 18;

    struct Piece {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size;
    };

    std::byte* bytes(std::size_t size) {
        size = (size + kAlignment - 1) / kAlignment * kAlignment;
        // The rest of a piece that is too small is given up until `clear`: no search for room, and at most one
        // request's size lost per piece.
        while (piece_ < pieces_.size() && used_ + size > pieces_[piece_].size) {
            ++piece_;
            used_ = 0;
        }
        if (piece_ == pieces_.size()) {
            const std::size_t room = std::max(size, kPiece);
            pieces_.push_back({std::make_unique_for_overwrite<std::byte[]>(room), room});
            used_ = 0;
        }
        std::byte* const start = pieces_[piece_].bytes.get() + used_;
        used_ += size;
        handed_out_ += size;
        return start;
    }

    std::vector<Piece> pieces_;
    std::size_t piece_ = 0;
    std::size_t used_ = 0;
    std::size_t handed_out_ = 0;
};

}  // namespace antecede
