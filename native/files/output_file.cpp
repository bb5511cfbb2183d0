#include "files/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include "files/model_file.hpp"

namespace antecede {

namespace {

// Callers write a few bytes at a time; a system call per megabyte costs nothing beside the disk.
constexpr std::size_t kBuffer = 1 << 20;
constexpr std::string_view kProblem = "cannot be written";

/// Beside the file, since a rename is atomic only within a file system. The name is random, so that two processes that
/// write the same file do not share a temporary one: the last to finish wins, with a whole file.
std::filesystem::path temporary_beside(const std::filesystem::path& file) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device random;
    std::string name = "." + file.filename().string() + ".";
    for (int digit = 0; digit < 8; ++digit) name += kDigits[random() % kDigits.size()];
    return file.parent_path() / (name + ".part");
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path file) : file_(std::move(file)), temporary_(temporary_beside(file_)) {
    buffer_.reserve(kBuffer);
    // O_EXCL also refuses a link that someone else put there. 0666 less the user's umask, as for any new file.
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw FileError(file_, kProblem, errno);
}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
}

void OutputFile::write(std::span<const std::byte> bytes) {
    if (bytes.size() > kBuffer - buffer_.size()) flush();
    if (bytes.size() >= kBuffer) {
        put(bytes);
    } else {
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    }
}

void OutputFile::overwrite(std::uint64_t start, std::span<const std::byte> bytes) {
    flush();
    while (!bytes.empty()) {
        const ssize_t done = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(start));
        if (done < 0 && errno != EINTR) throw FileError(file_, kProblem, errno);
        if (done <= 0) continue;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        start += static_cast<std::uint64_t>(done);
    }
}

void OutputFile::flush() {
    put(buffer_);
    buffer_.clear();
}

void OutputFile::put(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
        if (done < 0 && errno != EINTR) throw FileError(file_, kProblem, errno);
        if (done <= 0) continue;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        flushed_ += static_cast<std::uint64_t>(done);
    }
}

void OutputFile::finish() {
    flush();
    const int descriptor = std::exchange(descriptor_, -1);
    // Some file systems (NFS) report a full disk only here.
    const int error = ::close(descriptor) != 0 ? errno : 0;
    if (error != 0 || ::rename(temporary_.c_str(), file_.c_str()) != 0) {
        const int reason = error != 0 ? error : errno;
        ::unlink(temporary_.c_str());
        throw FileError(file_, kProblem, reason);
    }
}

}  // namespace antecede
