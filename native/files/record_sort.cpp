#include "files/record_sort.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "files/model_file.hpp"

namespace antecede {

namespace {

// Records read from disk at a time: 256 KiB for each field of their width, so that reading is sequential.
constexpr std::size_t kReadFields = std::size_t{1} << 16;
// Fields kept in memory however little is allowed: less would make a run or a read of every few records.
constexpr std::size_t kSmallestLimit = std::size_t{1} << 12;

bool precedes(const Field* a, const Field* b, std::size_t first, std::size_t last) noexcept {
    for (std::size_t at = first; at < last; ++at) {
        if (a[at] != b[at]) return a[at] < b[at];
    }
    return false;
}

/// Sorts records whose first fields are equal. The width is known here, so that records move as values: std::sort over
/// pointers or with a width known only at run time is slower, since it copies field by field.
template <std::size_t kWidth>
void sort_bucket(Field* records, std::size_t count, std::size_t key) {
    using Record = std::array<Field, kWidth>;
    static_assert(sizeof(Record) == kWidth * sizeof(Field));
    auto* first = reinterpret_cast<Record*>(records);
    std::sort(first, first + count,
              [key](const Record& a, const Record& b) { return precedes(a.data(), b.data(), 1, key); });
}

using BucketSort = void (*)(Field*, std::size_t, std::size_t);

template <std::size_t... kWidths>
BucketSort bucket_sort_of(std::size_t width, std::index_sequence<kWidths...> /*widths*/) {
    static constexpr std::array<BucketSort, sizeof...(kWidths)> kSorts{&sort_bucket<kWidths + 1>...};
    return kSorts[width - 1];
}

}  // namespace

FieldBuffer::FieldBuffer(FieldBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

FieldBuffer& FieldBuffer::operator=(FieldBuffer&& other) noexcept {
    std::free(std::exchange(data_, std::exchange(other.data_, nullptr)));
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
}

FieldBuffer::~FieldBuffer() { std::free(data_); }

void FieldBuffer::release() noexcept {
    std::free(std::exchange(data_, nullptr));
    size_ = capacity_ = 0;
}

void FieldBuffer::resize(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
}

void FieldBuffer::grow(std::size_t needed) {
    const std::size_t capacity = std::max({needed, capacity_ + capacity_ / 2, std::size_t{1024}});
    auto* grown = static_cast<Field*>(std::realloc(data_, capacity * sizeof(Field)));
    if (grown == nullptr) throw std::bad_alloc();
    data_ = grown;
    capacity_ = capacity;
}

TemporaryFile::TemporaryFile(const std::filesystem::path& folder) : folder_(folder) {
    std::string name = (folder / ".antecede-XXXXXX").string();
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) throw FileError(folder, "cannot be used for temporary files", errno);
    ::unlink(name.c_str());  // the space is freed when the descriptor is closed, even by a kill
}

TemporaryFile::~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

void TemporaryFile::append(std::span<const Field> fields) {
    auto bytes = std::as_bytes(fields);
    size_ += fields.size();
    while (!bytes.empty()) {
        const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
        if (done < 0 && errno != EINTR) throw FileError(folder_, "has no room for temporary files", errno);
        if (done > 0) bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
}

std::size_t TemporaryFile::read(std::uint64_t start, std::span<Field> fields) const {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(fields.size(), size_ - start));
    auto bytes = std::as_writable_bytes(fields.first(wanted));
    std::uint64_t offset = start * sizeof(Field);
    while (!bytes.empty()) {
        const ssize_t done = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (done == 0 || (done < 0 && errno != EINTR)) {
            throw FileError(folder_, "a temporary file in it cannot be read", done == 0 ? EIO : errno);
        }
        if (done < 0) continue;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
    return wanted;
}

RecordSpool::RecordSpool(std::size_t width, Workspace workspace) : width_(width), workspace_(std::move(workspace)) {}

void RecordSpool::add(std::span<const Field> record) {
    if ((memory_.size() + width_) * sizeof(Field) > workspace_.memory && memory_.size() >= kSmallestLimit) {
        if (!file_) file_ = std::make_unique<TemporaryFile>(workspace_.folder);
        file_->append({memory_.data(), memory_.size()});
        memory_.clear();
    }
    std::copy_n(record.data(), width_, memory_.extend(width_));
}

std::uint64_t RecordSpool::size() const noexcept { return ((file_ ? file_->size() : 0) + memory_.size()) / width_; }

RecordSpool::Reader::Reader(const RecordSpool& spool) : spool_(&spool) {
    if (spool.file_) buffer_ = std::make_unique_for_overwrite<Field[]>(kReadFields * spool.width_);
}

const Field* RecordSpool::Reader::next() {
    const std::size_t width = spool_->width_;
    if (buffer_) {
        if (at_ == filled_) {
            filled_ = spool_->file_->read(file_at_, {buffer_.get(), kReadFields * width});
            file_at_ += filled_;
            at_ = 0;
        }
        if (filled_ > 0) {
            at_ += width;
            return buffer_.get() + at_ - width;
        }
        buffer_.reset();
    }
    if (at_ == spool_->memory_.size()) return nullptr;
    at_ += width;
    return spool_->memory_.data() + at_ - width;
}

/// A sorted run on disk, and the part of it that is in memory.
struct RecordSorter::Run {
    TemporaryFile file;
    std::size_t number;
    std::uint64_t read = 0;
    std::size_t at = 0;
    std::size_t filled = 0;
    std::vector<Field> buffer;

    /// The next record is at `at` if there is one.
    bool fill() {
        if (at < filled) return true;
        filled = file.read(read, buffer);
        read += filled;
        at = 0;
        return filled > 0;
    }
    const Field* record() const noexcept { return buffer.data() + at; }
};

RecordSorter::RecordSorter(RecordShape shape, Input input, bool sum, std::size_t threads, Workspace workspace)
    : shape_(shape), input_(input), sum_(sum), threads_(threads), workspace_(std::move(workspace)) {
    // Half of the memory: `sort` moves the records to a second buffer of the same size.
    const std::size_t fields = std::max(workspace_.memory / sizeof(Field) / 2, kSmallestLimit);
    limit_ = fields - fields % shape_.width;
}

RecordSorter::~RecordSorter() = default;
RecordSorter::RecordSorter(RecordSorter&&) noexcept = default;
RecordSorter& RecordSorter::operator=(RecordSorter&&) noexcept = default;

void RecordSorter::sort() {
    const std::size_t width = shape_.width;
    const std::size_t records = buffer_.size() / width;
    if (records == 0) return;
    // A counting sort by the first field, which is dense, then each bucket by comparisons: most of the order costs two
    // passes and no comparison. Stable, so that input sorted by the other fields is sorted when it is done.
    Field largest = 0;
    for (std::size_t at = 0; at < buffer_.size(); at += width) largest = std::max(largest, buffer_.data()[at]);
    std::vector<std::size_t> starts(std::size_t{largest} + 2);
    for (std::size_t at = 0; at < buffer_.size(); at += width) ++starts[buffer_.data()[at] + std::size_t{1}];
    for (std::size_t value = 1; value < starts.size(); ++value) starts[value] += starts[value - 1];
    FieldBuffer sorted;
    sorted.resize(buffer_.size());
    for (std::size_t at = 0; at < buffer_.size(); at += width) {
        const Field* record = buffer_.data() + at;
        std::copy_n(record, width, sorted.data() + starts[record[0]]++ * width);
    }
    buffer_ = std::move(sorted);
    if (input_ == Input::kSortedButFirst) return;

    // Each bucket now ends where its start has moved to.
    const BucketSort sort_one = bucket_sort_of(width, std::make_index_sequence<kWidestRecord>());
    std::atomic<std::size_t> next_bucket = 0;
    // Buckets a thread takes at once. Sizes differ widely, as the frequencies of words do, so steps are small.
    constexpr std::size_t kStep = 64;
    const auto work = [&] {
        for (std::size_t from; (from = next_bucket.fetch_add(kStep)) <= largest;) {
            for (std::size_t bucket = from; bucket < from + kStep && bucket <= largest; ++bucket) {
                const std::size_t start = bucket == 0 ? 0 : starts[bucket - 1];
                sort_one(buffer_.data() + start * width, starts[bucket] - start, shape_.key);
            }
        }
    };
    std::vector<std::jthread> helpers;
    // Fewer are sorted before threads have started.
    if (records > 100'000) {
        for (std::size_t thread = 1; thread < threads_; ++thread) helpers.emplace_back(work);
    }
    work();
    helpers.clear();
    if (sum_) add_up();
}

void RecordSorter::add_up() {
    const std::size_t width = shape_.width;
    Field* kept = buffer_.data();
    for (std::size_t at = width; at < buffer_.size(); at += width) {
        const Field* record = buffer_.data() + at;
        if (std::equal(record, record + shape_.key, kept)) {
            kept[width - 1] = saturated_sum(kept[width - 1], record[width - 1]);
        } else {
            kept += width;
            std::copy_n(record, width, kept);
        }
    }
    buffer_.resize(static_cast<std::size_t>(kept - buffer_.data()) + width);
}

void RecordSorter::spill() {
    sort();
    auto run = std::make_unique<Run>(Run{TemporaryFile(workspace_.folder), runs_.size(), 0, 0, 0, {}});
    run->file.append({buffer_.data(), buffer_.size()});
    runs_.push_back(std::move(run));
    buffer_.clear();
}

void RecordSorter::finish() {
    if (runs_.empty()) {
        sort();
        return;
    }
    if (buffer_.size() > 0) spill();
    buffer_.release();
    // The runs' buffers take the place of the sorting buffer.
    const std::size_t share = std::max(workspace_.memory / sizeof(Field) / runs_.size(), kSmallestLimit);
    const std::size_t fields = std::min(share, kReadFields * shape_.width);
    for (const auto& run : runs_) {
        run->buffer.resize(fields - fields % shape_.width);
        if (run->fill()) heap_.push_back(run.get());
    }
    std::ranges::make_heap(heap_, [this](const Run* a, const Run* b) { return later(a, b); });
}

bool RecordSorter::later(const Run* a, const Run* b) const noexcept {
    if (precedes(a->record(), b->record(), 0, shape_.key)) return false;
    // Of equal records that of the earlier run, so that the order depends on nothing but the input.
    return precedes(b->record(), a->record(), 0, shape_.key) || a->number > b->number;
}

const Field* RecordSorter::pop() {
    if (heap_.empty()) return nullptr;
    const auto order = [this](const Run* a, const Run* b) { return later(a, b); };
    std::ranges::pop_heap(heap_, order);
    Run& run = *heap_.back();
    std::copy_n(run.record(), shape_.width, popped_.data());
    run.at += shape_.width;
    if (run.fill()) {
        std::ranges::push_heap(heap_, order);
    } else {
        heap_.pop_back();
    }
    return popped_.data();
}

const Field* RecordSorter::next() {
    const std::size_t width = shape_.width;
    if (runs_.empty()) {
        if (at_ == buffer_.size()) return nullptr;
        at_ += width;
        return buffer_.data() + at_ - width;
    }
    if (!sum_) return pop();
    // What is popped is one record ahead of what is given: the first one with another key.
    if (at_++ == 0) upcoming_ = pop();
    if (upcoming_ == nullptr) return nullptr;
    std::copy_n(upcoming_, width, current_.data());
    while ((upcoming_ = pop()) != nullptr && std::equal(upcoming_, upcoming_ + shape_.key, current_.data())) {
        current_[width - 1] = saturated_sum(current_[width - 1], upcoming_[width - 1]);
    }
    return current_.data();
}

}  // namespace antecede
