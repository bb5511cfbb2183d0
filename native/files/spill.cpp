#include "files/spill.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace antecede {

namespace {

/// Without a name nothing is left behind when the process is killed. (O_TMPFILE would do the same in one step, but not
/// on every file system.)
int unnamed_file(const std::filesystem::path& folder) {
    std::string name = (folder / ".antecede-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0)
        throw std::system_error(errno, std::generic_category(), "cannot create a temporary file in " + folder.string());
    ::unlink(name.c_str());
    return file;
}

void write_at(int file, std::span<const std::byte> bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        const ::ssize_t done = ::pwrite(file, bytes.data(), bytes.size(), static_cast<::off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) throw std::system_error(errno, std::generic_category(), "cannot write a temporary file");
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
}

void read_at(int file, std::span<std::byte> bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        const ::ssize_t done = ::pread(file, bytes.data(), bytes.size(), static_cast<::off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) throw std::system_error(EIO, std::generic_category(), "cannot read a temporary file");
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
}

}  // namespace

Bins::Bins(const std::filesystem::path& folder, std::size_t bins, std::size_t chunk) : folder_(folder), chunk_(chunk) {
    bins_.reserve(bins);
    for (std::size_t bin = 0; bin < bins; ++bin) bins_.push_back(std::make_unique<Bin>());
}

Bins::~Bins() {
    if (file_ >= 0) ::close(file_);
}

void Bins::append(std::size_t number, std::span<const std::byte> bytes) {
    Bin& bin = *bins_[number];
    const std::lock_guard held(bin.lock);
    bin.buffer.insert(bin.buffer.end(), bytes.begin(), bytes.end());
    if (bin.buffer.size() > chunk_) spill(bin);
}

void Bins::spill(Bin& bin) {
    std::uint64_t offset = 0;
    {
        const std::lock_guard held(file_lock_);
        if (file_ < 0) file_ = unnamed_file(folder_);
        offset = end_;
        end_ += bin.buffer.size();
    }
    // The room is reserved, so threads write their bins at the same time, each to its own part of the file.
    write_at(file_, bin.buffer, offset);
    bin.pieces.push_back({offset, bin.buffer.size()});
    bin.written += bin.buffer.size();
    bin.buffer.clear();  // keeps its memory: the bin will fill again
}

/// Pieces in the order in which they were written, so a bin reads back as it was filled.
void Bins::copy_out(std::size_t number, std::span<std::byte> bytes) const {
    const Bin& bin = *bins_[number];
    std::size_t done = 0;
    for (const Piece piece : bin.pieces) {
        read_at(file_, bytes.subspan(done, piece.size), piece.offset);
        done += piece.size;
    }
    std::copy(bin.buffer.begin(), bin.buffer.end(), bytes.begin() + static_cast<std::ptrdiff_t>(done));
}

void Bins::replace(std::size_t number, std::span<const std::byte> bytes) {
    Bin& bin = *bins_[number];
    std::size_t done = 0;
    for (const Piece piece : bin.pieces) {
        write_at(file_, bytes.subspan(done, piece.size), piece.offset);
        done += piece.size;
    }
    std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(done), bytes.end(), bin.buffer.begin());
}

void Bins::drop(std::size_t number) noexcept {
    // Unlike clear() this gives the memory back.
    std::vector<std::byte>().swap(bins_[number]->buffer);
    bins_[number]->pieces.clear();
    bins_[number]->written = 0;
}

}  // namespace antecede
