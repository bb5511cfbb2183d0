#include "files/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "files/model_file.hpp"

namespace antecede {

namespace {

// Holds any ordinary line, so that the buffer seldom grows; what is left of the last line is moved once per megabyte.
constexpr std::size_t kFirstBuffer = std::size_t{1} << 20;

/// Bytes of the UTF-8 sequence at `at`, or 0 if there is none: no overlong forms, surrogates, or code points past the
/// last one (Table 3-7 of the Unicode standard).
std::size_t sequence_at(const unsigned char* at, std::size_t left) noexcept {
    const unsigned char first = at[0];
    const auto tail = [&](std::size_t place, unsigned char low = 0x80, unsigned char high = 0xbf) {
        return place < left && at[place] >= low && at[place] <= high;
    };
    if (first < 0x80) return first == 0 ? 0 : 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    if (first < 0xe0) return tail(1) ? 2 : 0;
    if (first < 0xf0) {
        const unsigned char low = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned char high = first == 0xed ? 0x9f : 0xbf;
        return tail(1, low, high) && tail(2) ? 3 : 0;
    }
    const unsigned char low = first == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xf4 ? 0x8f : 0xbf;
    return tail(1, low, high) && tail(2) && tail(3) ? 4 : 0;
}

}  // namespace

MalformedText::MalformedText(const std::filesystem::path& file, std::size_t line, std::string_view problem)
    : std::runtime_error(file.string() + ", line " + std::to_string(line) + ": " + std::string(problem)) {}

bool is_text(std::string_view bytes) noexcept {
    const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t left = bytes.size();
    while (left > 0) {
        if (left >= 8) {
            std::uint64_t word;
            std::memcpy(&word, at, 8);
            // Eight bytes of ASCII other than NUL: no byte has its top bit set, and none is zero. Subtracting 1 from
            // each byte sets the top bit of a zero byte by its borrow; `~word` discards bytes that had it set before.
            const std::uint64_t zeros = (word - 0x0101010101010101U) & ~word;
            if (((word | zeros) & 0x8080808080808080U) == 0) {
                at += 8;
                left -= 8;
                continue;
            }
        }
        const std::size_t step = sequence_at(at, left);
        if (step == 0) return false;
        at += step;
        left -= step;
    }
    return true;
}

LineReader::LineReader(std::filesystem::path file, std::size_t longest)
    : file_(std::move(file)),
      longest_(longest),
      buffer_(std::make_unique_for_overwrite<char[]>(kFirstBuffer)),
      capacity_(kFirstBuffer) {
    descriptor_ = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw FileError(file_, "cannot be read", errno);
    // A pipe has no size: progress is then unknown, and nothing else depends on it.
    struct stat status {};
    if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
        size_ = static_cast<std::uint64_t>(status.st_size);
    }
}

LineReader::~LineReader() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void LineReader::fill() {
    if (start_ > 0) {
        std::memmove(buffer_.get(), buffer_.get() + start_, end_ - start_);
        end_ -= start_;
        scanned_ -= start_;
        start_ = 0;
    }
    if (end_ == capacity_) {
        auto larger = std::make_unique_for_overwrite<char[]>(capacity_ * 2);
        std::memcpy(larger.get(), buffer_.get(), end_);
        buffer_ = std::move(larger);
        capacity_ *= 2;
    }
    while (true) {
        const ssize_t got = ::read(descriptor_, buffer_.get() + end_, capacity_ - end_);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const int error = errno;
            ::close(std::exchange(descriptor_, -1));
            throw FileError(file_, "cannot be read", error);
        }
        ended_ = got == 0;
        end_ += static_cast<std::size_t>(got);
        read_ += static_cast<std::uint64_t>(got);
        return;
    }
}

bool LineReader::next(std::string_view& line) {
    while (true) {
        const char* const from = buffer_.get() + scanned_;
        const auto* const feed = static_cast<const char*>(std::memchr(from, '\n', end_ - scanned_));
        // What was searched once is not searched again after a refill: a line as long as many buffers stays linear.
        scanned_ = feed == nullptr ? end_ : static_cast<std::size_t>(feed - buffer_.get());
        const bool last = feed == nullptr && ended_;
        if (last && start_ == end_) return false;
        if (scanned_ - start_ > longest_) {
            ++line_;
            malformed("is longer than " + std::to_string(longest_) + " bytes; is this text, one sentence per line?");
        }
        if (feed == nullptr && !last) {
            fill();
            continue;
        }
        line = std::string_view(buffer_.get() + start_, scanned_ - start_);
        start_ = scanned_ = last ? end_ : scanned_ + 1;
        if (++line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
        if (!is_text(line)) malformed("is not UTF-8 text; convert the file to UTF-8 first");
        return true;
    }
}

void LineReader::malformed(std::string_view problem) const { throw MalformedText(file_, line_, problem); }

}  // namespace antecede
