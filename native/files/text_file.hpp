#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace antecede {

/// A text file with a fault; the message names the file, the line (counted from 1) and the problem.
class MalformedText : public std::runtime_error {
public:
    MalformedText(const std::filesystem::path& file, std::size_t line, std::string_view problem);
};

/// Whether the bytes are UTF-8 without NUL. Eight bytes a step where they are ASCII.
bool is_text(std::string_view bytes) noexcept;

/// Whether a byte separates tokens: a space, a tab, or what is left of a Windows line end. As in lmplz, other white
/// space (a no-break space, say) is part of a token.
constexpr bool is_blank(char byte) noexcept { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/// Calls `found` with each token of a line.
template <typename Found>
void for_each_token(std::string_view line, const Found& found) {
    const char* at = line.data();
    const char* const end = at + line.size();
    while (true) {
        while (at != end && is_blank(*at)) ++at;
        if (at == end) return;
        const char* const start = at;
        while (at != end && !is_blank(*at)) ++at;
        found(std::string_view(start, static_cast<std::size_t>(at - start)));
    }
}

/// The lines of a file, one after the other, in bounded memory. A byte order mark at the start is dropped, and the last
/// line needs no line feed. Throws FileError if the system will not read, MalformedText where a line is not UTF-8, has
/// a NUL, or is longer than `longest`. Not for several threads at once.
class LineReader {
public:
    /// Bounds the memory that a file without line feeds can take: up to three times this while the buffer is doubled.
    static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

    explicit LineReader(std::filesystem::path file, std::size_t longest = kLongestLine);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /// The next line without its line feed, valid until the next call; false at the end.
    bool next(std::string_view& line);

    /// The number of the line that `next` gave last.
    std::size_t line() const noexcept { return line_; }
    /// Bytes read so far, and the size of the file (0 for a pipe): for progress.
    std::uint64_t read() const noexcept { return read_; }
    std::uint64_t size() const noexcept { return size_; }
    const std::filesystem::path& file() const noexcept { return file_; }

    /// Throws MalformedText for the line that `next` gave last.
    [[noreturn]] void malformed(std::string_view problem) const;

private:
    void fill();

    std::filesystem::path file_;
    std::size_t longest_;
    int descriptor_ = -1;
    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_;
    std::size_t start_ = 0;    // of what is not given yet
    std::size_t scanned_ = 0;  // up to here there is no line feed
    std::size_t end_ = 0;
    std::size_t line_ = 0;
    std::uint64_t read_ = 0;
    std::uint64_t size_ = 0;
    bool ended_ = false;
};

}  // namespace antecede
