#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace antecede {

/// A model file that is truncated, foreign, of another version, or whose contents contradict themselves.
class DamagedFile : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file that the system will not let us read or write; the message names the file and the reason.
class FileError : public std::runtime_error {
public:
    /// `error` is an errno.
    FileError(const std::filesystem::path& file, std::string_view problem, int error);
};

/// A memory-mapped model file: a magic number, a kind and version, and numbered sections, each aligned to 64 bytes.
/// Immutable; copies share the mapping, so threads may share one. Pages are read by the system as they are touched:
/// opening costs the same whatever the size. A file that another process shortens while it is mapped ends this process
/// with SIGBUS; writers avoid that by renaming a new file into place. Numbers are in the machine's byte order.
class ModelFile {
public:
    /// Maps the file; reads and checks only its header (magic, kind, version, section table and their checksum).
    /// Throws DamagedFile, or FileError if the system will not open it. The contents are not read: whoever interprets
    /// a section checks every offset in it, and `verify` checks all of it.
    /// Versions from `oldest` up to `version` are accepted; with `oldest` 0, only `version` is.
    static ModelFile open(const std::filesystem::path& file, std::string_view kind, std::uint32_t version,
                          std::uint32_t oldest = 0);

    /// Whether the file starts like a model file of that kind, of any version. False for a file that cannot be read.
    static bool is_one(const std::filesystem::path& file, std::string_view kind);

    std::uint32_t version() const noexcept;
    std::size_t sections() const noexcept;

    /// The bytes of a section; valid as long as any copy of this object lives. Throws DamagedFile if there is none.
    std::span<const std::byte> section(std::size_t number) const;

    /// A section as an array. Throws DamagedFile if its size is not a multiple of the element's.
    template <typename T>
    std::span<const T> array(std::size_t number) const {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 64);
        const auto bytes = section(number);
        if (bytes.size() % sizeof(T) != 0) damaged("a section ends in the middle of an entry");
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }

    /// Reads everything and compares the checksums, about as fast as memory; leaves nothing resident. Throws
    /// DamagedFile.
    void verify() const;

    /// Throws DamagedFile with the file's name before the problem: for the code that interprets the sections.
    [[noreturn]] void damaged(std::string_view problem) const;

private:
    struct Mapping;
    std::shared_ptr<const Mapping> mapping_;
};

/// Writes a ModelFile under a temporary name, and renames it in `finish`; destroyed before that, it leaves nothing.
/// Throws FileError when the system will not write.
class ModelFileWriter {
public:
    /// `kind` has at most 16 bytes.
    ModelFileWriter(std::filesystem::path file, std::string_view kind, std::uint32_t version);
    ~ModelFileWriter();
    ModelFileWriter(ModelFileWriter&&) noexcept;
    ModelFileWriter& operator=(ModelFileWriter&&) noexcept;

    /// Starts the next section (numbers count from 0); `write` appends to the section under way.
    void begin_section();
    void write(std::span<const std::byte> bytes);

    template <typename T>
    void write_array(std::span<const T> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        write(std::as_bytes(values));
    }

    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace antecede
