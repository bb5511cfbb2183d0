#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace antecede {

/// A file written whole or not at all: under a temporary name beside it, renamed in `finish`. Destroyed before that,
/// it leaves nothing. Buffers a megabyte. Throws FileError when the system will not write. Does not wait for the disk
/// (no fsync): after a power failure the file may be missing or incomplete. Not for several threads at once.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Replaces bytes that are written already; that they are is not checked.
    void overwrite(std::uint64_t start, std::span<const std::byte> bytes);

    std::uint64_t written() const noexcept { return flushed_ + buffer_.size(); }

    /// Closes and renames. Nothing may be written afterwards; not checked.
    void finish();

private:
    void flush();
    void put(std::span<const std::byte> bytes);

    std::filesystem::path file_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;
    std::uint64_t flushed_ = 0;
    std::vector<std::byte> buffer_;
};

}  // namespace antecede
