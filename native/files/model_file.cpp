#include "files/model_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/hash.hpp"
#include "files/output_file.hpp"

namespace antecede {

namespace {

constexpr std::string_view kMagic = "ANTECEDE";
constexpr std::size_t kKindBytes = 16;
// A cache line, and more than any element's alignment, so that a section can be used as an array where it lies.
constexpr std::uint64_t kAlignment = 64;
// Far more than any model has; bounds the section table before anything in it is believed.
constexpr std::uint32_t kMostSections = 4096;

/// The first bytes of the file. The section table stands at its end, since a writer learns the sizes as it goes.
struct Header {
    std::array<char, 8> magic;
    std::array<char, kKindBytes> kind;
    std::uint32_t version;
    std::uint32_t sections;
    std::uint64_t table;     // where the section table starts
    std::uint64_t size;      // of the whole file
    std::uint64_t checksum;  // of the header with a zero here, and of the section table
    std::uint64_t reserved;
};
static_assert(sizeof(Header) == kAlignment);

struct Section {
    std::uint64_t start;
    std::uint64_t size;
    std::uint64_t checksum;
};

std::array<char, kKindBytes> padded(std::string_view kind) {
    if (kind.size() > kKindBytes) throw std::invalid_argument("the kind of a model file has at most 16 bytes");
    std::array<char, kKindBytes> bytes{};
    kind.copy(bytes.data(), kind.size());
    return bytes;
}

std::uint64_t checksum_of(Header header, std::span<const Section> sections) {
    header.checksum = 0;
    Checksum checksum;
    checksum.add(std::as_bytes(std::span(&header, 1)));
    checksum.add(std::as_bytes(sections));
    return checksum.value();
}

/// What the kind field says, for an error message: letters only, whatever the bytes.
std::string readable(const std::array<char, kKindBytes>& kind) {
    std::string text;
    for (const char letter : kind) {
        if (letter == '\0') break;
        text += letter >= ' ' && letter <= '~' ? letter : '?';
    }
    return text;
}

}  // namespace

FileError::FileError(const std::filesystem::path& file, std::string_view problem, int error)
    : std::runtime_error(file.string() + ": " + std::string(problem) + ": " + std::generic_category().message(error)) {}

struct ModelFile::Mapping {
    std::filesystem::path file;
    const std::byte* bytes = nullptr;
    std::size_t size = 0;
    std::uint32_t version = 0;
    std::span<const Section> sections;

    Mapping() = default;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() {
        if (bytes != nullptr) ::munmap(const_cast<std::byte*>(bytes), size);
    }

    [[noreturn]] void damaged(std::string_view problem) const {
        throw DamagedFile(file.string() + ": " + std::string(problem));
    }

    void map() {
        const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) throw FileError(file, "cannot be read", errno);
        struct stat status {};
        if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
            ::close(descriptor);
            throw FileError(file, "cannot be read", S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
        }
        size = static_cast<std::size_t>(status.st_size);
        if (size < sizeof(Header)) {
            ::close(descriptor);
            damaged("too short for a model file");
        }
        // Shared and read-only: processes that use the same model hold its pages in memory once.
        void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
        const int error = errno;
        ::close(descriptor);  // the mapping keeps the file open
        if (address == MAP_FAILED) throw FileError(file, "cannot be mapped", error);
        bytes = static_cast<const std::byte*>(address);
    }

    void check(std::string_view kind, std::uint32_t newest, std::uint32_t oldest) {
        Header header;
        std::memcpy(&header, bytes, sizeof(header));
        if (std::string_view(header.magic.data(), header.magic.size()) != kMagic) {
            damaged("not a model file of antecede");
        }
        if (header.kind != padded(kind)) {
            damaged("holds a model of another kind (" + readable(header.kind) + ", not " + std::string(kind) + ")");
        }
        if (header.version > newest || header.version < oldest) {
            damaged("is of format version " + std::to_string(header.version) + ", but this program reads version " +
                    std::to_string(newest) + "; build the file again");
        }
        version = header.version;
        if (header.size != size) damaged("is truncated or was appended to");
        if (header.sections > kMostSections || header.table % alignof(Section) != 0 || header.table > size ||
            (size - header.table) != header.sections * sizeof(Section)) {
            damaged("its header is damaged");
        }
        sections = {reinterpret_cast<const Section*>(bytes + header.table), header.sections};
        if (checksum_of(header, sections) != header.checksum) damaged("its header is damaged (wrong checksum)");
        // A file made to deceive has the right checksum too, so bounds are checked as if there were none.
        for (const Section& section : sections) {
            if (section.start % kAlignment != 0 || section.start > header.table ||
                section.size > header.table - section.start) {
                damaged("its section table is damaged");
            }
        }
    }
};

ModelFile ModelFile::open(const std::filesystem::path& file, std::string_view kind, std::uint32_t version,
                          std::uint32_t oldest) {
    auto mapping = std::make_shared<Mapping>();
    mapping->file = file;
    mapping->map();
    mapping->check(kind, version, oldest == 0 ? version : oldest);
    ModelFile opened;
    opened.mapping_ = std::move(mapping);
    return opened;
}

bool ModelFile::is_one(const std::filesystem::path& file, std::string_view kind) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    Header header;
    const bool whole = ::read(descriptor, &header, sizeof(header)) == static_cast<ssize_t>(sizeof(header));
    ::close(descriptor);
    return whole && std::string_view(header.magic.data(), header.magic.size()) == kMagic && header.kind == padded(kind);
}

std::uint32_t ModelFile::version() const noexcept { return mapping_->version; }

std::size_t ModelFile::sections() const noexcept { return mapping_->sections.size(); }

std::span<const std::byte> ModelFile::section(std::size_t number) const {
    if (number >= mapping_->sections.size()) damaged("has fewer sections than it should");
    const Section& section = mapping_->sections[number];
    return {mapping_->bytes + section.start, static_cast<std::size_t>(section.size)};
}

void ModelFile::verify() const {
    for (std::size_t number = 0; number < mapping_->sections.size(); ++number) {
        Checksum checksum;
        checksum.add(section(number));
        if (checksum.value() != mapping_->sections[number].checksum) {
            damaged("section " + std::to_string(number) + " is damaged (wrong checksum)");
        }
    }
    // The system still has the pages: a model that was checked takes no more of this process's memory than another.
    ::madvise(const_cast<std::byte*>(mapping_->bytes), mapping_->size, MADV_DONTNEED);
}

void ModelFile::damaged(std::string_view problem) const { mapping_->damaged(problem); }

struct ModelFileWriter::State {
    OutputFile out;
    Header header{};
    std::vector<Section> sections;
    Checksum checksum;

    explicit State(std::filesystem::path file) : out(std::move(file)) {}

    void pad() {
        static constexpr std::array<std::byte, kAlignment> kZeros{};
        const std::uint64_t over = out.written() % kAlignment;
        if (over != 0) out.write(std::span(kZeros).first(kAlignment - over));
    }

    void end_section() {
        if (sections.empty()) return;
        sections.back().size = out.written() - sections.back().start;
        sections.back().checksum = checksum.value();
        pad();
    }
};

ModelFileWriter::ModelFileWriter(std::filesystem::path file, std::string_view kind, std::uint32_t version)
    : state_(std::make_unique<State>(std::move(file))) {
    kMagic.copy(state_->header.magic.data(), kMagic.size());
    state_->header.kind = padded(kind);
    state_->header.version = version;
    // Holds the place; `finish` writes the header again with sizes and checksum.
    state_->out.write(std::as_bytes(std::span(&state_->header, 1)));
}

ModelFileWriter::~ModelFileWriter() = default;
ModelFileWriter::ModelFileWriter(ModelFileWriter&&) noexcept = default;
ModelFileWriter& ModelFileWriter::operator=(ModelFileWriter&&) noexcept = default;

void ModelFileWriter::begin_section() {
    if (state_->sections.size() == kMostSections) throw std::length_error("too many sections for a model file");
    state_->end_section();
    state_->sections.push_back({state_->out.written(), 0, 0});
    state_->checksum = Checksum();
}

void ModelFileWriter::write(std::span<const std::byte> bytes) {
    state_->checksum.add(bytes);
    state_->out.write(bytes);
}

void ModelFileWriter::finish() {
    State& state = *state_;
    state.end_section();
    state.header.table = state.out.written();
    state.header.sections = static_cast<std::uint32_t>(state.sections.size());
    state.out.write(std::as_bytes(std::span<const Section>(state.sections)));
    state.header.size = state.out.written();
    state.header.checksum = checksum_of(state.header, state.sections);
    state.out.overwrite(0, std::as_bytes(std::span(&state.header, 1)));
    state.out.finish();
}

}  // namespace antecede
