#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace antecede {

/// What records are made of: words first, which are the key, then whatever else.
using Field = std::uint32_t;

/// Records of `width` fields, and how many of the first fields are compared.
struct RecordShape {
    std::size_t width;
    std::size_t key;
};

/// Widest record there is: the words of an 8-gram, a probability and a back-off. A wider shape is not checked for and
/// would read past the table of sorting functions.
inline constexpr std::size_t kWidestRecord = 10;

/// Fields in memory that grow without being copied where the system can move pages: unlike std::vector it uses realloc,
/// which remaps large blocks, and does not fill new fields with zeros.
class FieldBuffer {
public:
    FieldBuffer() = default;
    FieldBuffer(FieldBuffer&& other) noexcept;
    FieldBuffer& operator=(FieldBuffer&& other) noexcept;
    ~FieldBuffer();

    Field* data() noexcept { return data_; }
    const Field* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    /// Leaves new fields as they are. Throws std::bad_alloc.
    void resize(std::size_t size);
    /// Room for `count` more fields, which the caller fills.
    Field* extend(std::size_t count) {
        if (capacity_ - size_ < count) grow(size_ + count);
        size_ += count;
        return data_ + size_ - count;
    }
    void clear() noexcept { size_ = 0; }
    void release() noexcept;

private:
    void grow(std::size_t needed);

    Field* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// A file without a name, gone when it is closed. Throws FileError.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::filesystem::path& folder);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    void append(std::span<const Field> fields);
    /// Reads up to `fields.size()` fields from field `start` on; how many there were.
    std::size_t read(std::uint64_t start, std::span<Field> fields) const;
    std::uint64_t size() const noexcept { return size_; }

private:
    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

/// Where records may go: at most so many bytes of memory, the rest in files of a folder.
struct Workspace {
    std::size_t memory;
    std::filesystem::path folder;
};

/// Records kept in the order they come: in memory as far as allowed, then on disk. Can be read several times.
class RecordSpool {
public:
    RecordSpool(std::size_t width, Workspace workspace);

    void add(std::span<const Field> record);
    std::uint64_t size() const noexcept;
    std::size_t width() const noexcept { return width_; }

    /// Reads the records; the spool must outlive it and not grow meanwhile.
    class Reader {
    public:
        explicit Reader(const RecordSpool& spool);
        /// The next record, valid until the next call; null at the end.
        const Field* next();

    private:
        const RecordSpool* spool_;
        std::uint64_t file_at_ = 0;
        std::size_t at_ = 0;
        std::size_t filled_ = 0;
        std::unique_ptr<Field[]> buffer_;
    };

private:
    std::size_t width_;
    Workspace workspace_;
    FieldBuffer memory_;
    // The first records: written there whenever memory is full, so the file comes before what memory holds.
    std::unique_ptr<TemporaryFile> file_;
};

/// Sorts records by their keys: in memory as far as allowed, in runs on disk beyond. Which of two records with equal
/// keys comes first is not specified. All runs are merged at once, and each holds a file descriptor and a buffer:
/// memory that is far too small for the input runs out of descriptors. Called by one thread; sorts with several.
class RecordSorter {
public:
    enum class Input {
        kAnyOrder,
        /// Records come sorted by all of the key but its first field: one pass over them sorts them.
        kSortedButFirst,
    };

    /// The first field should be a word or something as dense: sorting takes memory for each value up to the largest.
    /// With `sum`, records of equal keys become one, with the sum of their last fields (which stays below 2^31). `sum`
    /// needs Input::kAnyOrder; not checked.
    RecordSorter(RecordShape shape, Input input, bool sum, std::size_t threads, Workspace workspace);
    ~RecordSorter();
    RecordSorter(RecordSorter&&) noexcept;
    RecordSorter& operator=(RecordSorter&&) noexcept;

    /// Makes room for one record, which the caller fills before anything else is called.
    Field* add() {
        if (buffer_.size() >= limit_) spill();
        return buffer_.extend(shape_.width);
    }

    /// Ends adding.
    void finish();

    /// The next record in order, valid until the next call; null at the end. Each record comes once.
    const Field* next();

private:
    struct Run;

    void sort();
    void add_up();
    void spill();
    const Field* pop();
    /// Whether `a` comes after `b`: the standard heaps have the greatest first.
    bool later(const Run* a, const Run* b) const noexcept;

    RecordShape shape_;
    Input input_;
    bool sum_;
    std::size_t threads_;
    Workspace workspace_;
    std::size_t limit_;  // fields in memory before they are written as a run
    FieldBuffer buffer_;
    std::vector<std::unique_ptr<Run>> runs_;
    std::vector<Run*> heap_;  // runs that have records left, the one with the least record first
    std::size_t at_ = 0;      // the next field in memory, when nothing was spilled; else how often `next` was called
    std::array<Field, kWidestRecord> current_{};
    std::array<Field, kWidestRecord> popped_{};
    const Field* upcoming_ = nullptr;
};

/// Adds without passing 2^31 - 1: the top bit is for marks. A count that large is as good as any larger one.
constexpr Field saturated_sum(Field a, Field b) noexcept {
    constexpr Field kLargest = 0x7fffffff;
    return a > kLargest - b ? kLargest : a + b;
}

}  // namespace antecede
