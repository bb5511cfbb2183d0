#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace antecede {

/// Bytes in bins: appended in any order by several threads, taken out one bin at a time. A bin that outgrows `chunk`
/// bytes of memory goes to a file without a name, one for all bins, which vanishes with the process however it ends.
/// Several threads may append at once, to the same bin too. Everything else may be called once nobody appends any more,
/// by one thread per bin.
class Bins {
public:
    /// `folder` must exist. Nothing is written before a bin holds more than `chunk` bytes. At most `bins` * `chunk`
    /// bytes stay in memory: 256 MiB for the 256 bins that most callers have.
    Bins(const std::filesystem::path& folder, std::size_t bins, std::size_t chunk = std::size_t{1} << 20);
    ~Bins();
    Bins(const Bins&) = delete;
    Bins& operator=(const Bins&) = delete;

    std::size_t size() const noexcept { return bins_.size(); }

    /// Adds to a bin; the bytes of one call stay together. Throws std::system_error when the disk is full.
    void append(std::size_t bin, std::span<const std::byte> bytes);

    template <typename T>
    void append_array(std::size_t bin, std::span<const T> values) {
        append(bin, std::as_bytes(values));
    }

    std::size_t bytes_in(std::size_t bin) const noexcept { return bins_[bin]->written + bins_[bin]->buffer.size(); }

    /// All of a bin, which stays as it is. That it holds whole values of T is not checked.
    template <typename T>
    std::vector<T> read(std::size_t bin) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> values(bytes_in(bin) / sizeof(T));
        copy_out(bin, std::as_writable_bytes(std::span(values)));
        return values;
    }

    /// Puts the same number of bytes in place of a bin's, in memory or on disk. The number is not checked.
    void replace(std::size_t bin, std::span<const std::byte> bytes);

    /// Frees the memory of a bin that is not needed again. Its part of the file is freed with the object.
    void drop(std::size_t bin) noexcept;

private:
    struct Piece {
        std::uint64_t offset;
        std::size_t size;
    };
    struct Bin {
        std::mutex lock;
        std::vector<std::byte> buffer;
        std::vector<Piece> pieces;
        std::size_t written = 0;
    };

    void copy_out(std::size_t bin, std::span<std::byte> bytes) const;
    void spill(Bin& bin);

    std::filesystem::path folder_;
    std::size_t chunk_;
    std::vector<std::unique_ptr<Bin>> bins_;
    std::mutex file_lock_;
    int file_ = -1;
    std::uint64_t end_ = 0;
};

}  // namespace antecede
