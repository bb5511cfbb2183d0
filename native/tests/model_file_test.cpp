// Model files and vocabularies: what is written is read, and damaged bytes never do more than throw DamagedFile.

#include "files/model_file.hpp"

#include <array>
#include <random>
#include <string>

#include "base/hash.hpp"
#include "tests/checks.hpp"
#include "vocabulary/vocabulary.hpp"

namespace {

using namespace antecede;
using namespace antecede::tests;

void test_sections(const Folder& folder) {
    const auto file = folder / "model";
    const std::array<std::uint32_t, 3> numbers{1, 2, 3};
    ModelFileWriter writer(file, "test", 7);
    writer.begin_section();
    writer.write_array(std::span<const std::uint32_t>(numbers));
    writer.begin_section();
    writer.begin_section();
    const std::string large(3 << 20, 'x');
    writer.write_array(std::span<const char>(large));
    check(!std::filesystem::exists(file), "nothing under the name before the end");
    writer.finish();

    const ModelFile opened = ModelFile::open(file, "test", 7);
    check(opened.sections() == 3, "three sections");
    check(opened.array<std::uint32_t>(0)[2] == 3, "numbers come back");
    check(opened.section(1).empty(), "an empty section");
    check(opened.section(2).size() == large.size(), "a large section");
    opened.verify();
    check(ModelFile::is_one(file, "test") && !ModelFile::is_one(file, "tests"), "known by its first bytes");

    const auto refusal = [&](std::string_view kind, std::uint32_t version) {
        return fault_of<DamagedFile>([&] { ModelFile::open(file, kind, version); });
    };
    check(refusal("other", 7).find("another kind (test, not other)") != std::string::npos, "another kind");
    check(refusal("test", 8).find("format version 7") != std::string::npos, "another version");
    check(!fault_of<DamagedFile>([&] { opened.section(3); }).empty(), "no fourth section");
    check(!fault_of<DamagedFile>([&] { opened.array<std::uint64_t>(0); }).empty(), "twelve bytes are no eights");
    check(fault_of<FileError>([&] { ModelFile::open(folder / "none", "test", 7); }).find("No such file") !=
              std::string::npos,
          "a missing file");
    check(!fault_of<FileError>([&] { ModelFile::open(folder.path(), "test", 7); }).empty(), "a folder");
    check(!fault_of<FileError>([&] { ModelFileWriter(folder / "no/such", "test", 7); }).empty(), "no such folder");
}

void test_abandoned_writer_leaves_nothing() {
    const Folder folder;
    {
        ModelFileWriter writer(folder / "model", "test", 1);
        writer.begin_section();
        writer.write_array(std::span<const char>(std::string_view("some bytes")));
    }
    check(std::filesystem::is_empty(folder.path()), "an abandoned file leaves nothing");
}

void test_checksum() {
    std::string bytes(1000, '\0');
    std::mt19937 random(1);
    for (char& byte : bytes) byte = static_cast<char>(random());
    const auto view = std::as_bytes(std::span(bytes));
    Checksum whole;
    whole.add(view);
    for (const std::size_t step : {1U, 7U, 31U, 32U, 33U, 999U}) {
        Checksum pieces;
        for (std::size_t at = 0; at < view.size(); at += step) {
            pieces.add(view.subspan(at, std::min(step, view.size() - at)));
        }
        check(pieces.value() == whole.value(), "a checksum does not depend on the pieces");
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        Checksum other;
        other.add(view);
        check(other.value() != whole.value(), "one bit changes a checksum");
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
    }
}

std::string word_of(std::size_t number) { return std::string(number % 23, 'w') + std::to_string(number); }

void test_vocabulary(const Folder& folder) {
    constexpr std::size_t kWords = 5000;
    Vocabulary words;
    check(words.size() == kFirstWord && words.word(kUnknown) == "<unk>", "the special words come first");
    check(words.find("<s>") == kSentenceStart && words.find("</s>") == kSentenceEnd, "and are found");
    for (std::size_t number = 0; number < kWords; ++number) {
        check(words.add(word_of(number)) == kFirstWord + number, "numbers ascend");
    }
    check(words.add(word_of(17)) == kFirstWord + 17, "a known word keeps its number");
    check(words.find("missing") == kUnknown && words.find("") == kUnknown, "other words are unknown");

    const auto file = folder / "vocabulary";
    ModelFileWriter writer(file, "test", 1);
    writer.begin_section();
    words.write(writer);
    writer.finish();
    const MappedVocabulary mapped(ModelFile::open(file, "test", 1), 1);
    check(mapped.size() == words.size(), "all words are there");
    for (WordId id = 0; id < words.size(); ++id) {
        check(mapped.word(id) == words.word(id) && mapped.find(words.word(id)) == id, "and as they were");
    }
    check(mapped.find("missing") == kUnknown && mapped.word(1 << 30).empty(), "no others");
    check(!fault_of<DamagedFile>([&] { MappedVocabulary(ModelFile::open(file, "test", 1), 0); }).empty(),
          "sections that are no vocabulary");
}

/// Opens and uses whatever the bytes are: DamagedFile, or an answer.
void use(const std::filesystem::path& file) {
    try {
        const ModelFile opened = ModelFile::open(file, "test", 1);
        const MappedVocabulary words(opened, 0);
        std::size_t letters = 0;
        for (WordId id = 0; id < words.size() + 2; ++id) letters += words.word(id).size();
        check(letters < (1U << 30), "words lie within the file");
        for (std::size_t number = 0; number < 20; ++number) words.find(word_of(number));
        opened.verify();
        // The flipped bits can only lie in the padding between sections.
        for (std::size_t number = 0; number < 20; ++number) {
            check(words.find(word_of(number)) == kFirstWord + number, "a file that verifies is whole");
        }
    } catch (const DamagedFile&) {
        return;
    }
}

void test_damage() {
    const Folder folder;
    const auto file = folder / "vocabulary";
    {
        Vocabulary words;
        for (std::size_t number = 0; number < 20; ++number) words.add(word_of(number));
        ModelFileWriter writer(file, "test", 1);
        words.write(writer);
        writer.finish();
    }
    const std::string whole = read(file);
    for (std::size_t size = 0; size < whole.size(); size += 1 + size / 16) {
        write(file, std::string_view(whole).substr(0, size));
        check(!fault_of<DamagedFile>([&] { ModelFile::open(file, "test", 1); }).empty(), "a truncated file is refused");
    }
    write(file, whole + '\0');
    check(!fault_of<DamagedFile>([&] { ModelFile::open(file, "test", 1); }).empty(), "so is a longer one");
    std::mt19937 random(1);
    for (int round = 0; round < 1500; ++round) {
        std::string damaged = whole;
        const std::size_t flips = 1 + random() % 4;
        for (std::size_t flip = 0; flip < flips; ++flip) {
            damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
        }
        write(file, damaged);
        use(file);
    }
}

}  // namespace

int main() {
    const Folder folder;
    test_sections(folder);
    test_abandoned_writer_leaves_nothing();
    test_checksum();
    test_vocabulary(folder);
    test_damage();
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
