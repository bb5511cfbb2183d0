#include "vocabulary/numbered_text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace antecede {

std::vector<WordId> order_by_frequency(const Vocabulary& vocabulary, std::span<const std::uint64_t> counts,
                                       Vocabulary& ordered) {
    std::vector<WordId> ids(vocabulary.size());
    std::iota(ids.begin(), ids.end(), WordId{0});
    std::sort(ids.begin() + kFirstWord, ids.end(), [&](const WordId a, const WordId b) {
        if (counts[a] != counts[b]) return counts[a] > counts[b];
        // Not by number, which depends on the order of the text: the same words give the same vocabulary.
        return vocabulary.word(a) < vocabulary.word(b);
    });
    std::vector<WordId> renamed(ids.size());
    for (const WordId id : ids) renamed[id] = ordered.add(vocabulary.word(id));
    return renamed;
}

NumberedText number_text(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    NumberedText numbered;
    Vocabulary found;
    std::vector<std::uint64_t> counts(found.size());
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') {
            numbered.starts.push_back(numbered.words.size());
            ++at;
        } else if (kBlanks.find(text[at]) != std::string_view::npos) {
            ++at;
        } else {
            const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
            const WordId word = found.add(text.substr(at, end - at));
            if (word == counts.size()) counts.push_back(0);
            ++counts[word];
            numbered.words.push_back(word);
            at = end;
        }
    }
    if (!text.empty() && text.back() != '\n') numbered.starts.push_back(numbered.words.size());
    // Phrase extraction keeps positions in the text in 32 bits.
    if (numbered.words.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("the text has more than 4294967295 words");
    }
    // Frequencies are known only now, so the words get their final numbers in a second pass.
    const std::vector<WordId> renamed = order_by_frequency(found, counts, numbered.vocabulary);
    for (WordId& word : numbered.words) word = renamed[word];
    numbered.words.shrink_to_fit();
    return numbered;
}

NumberedText number_file(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw FileError(file, "cannot be read", errno);
    struct stat status {};
    ::fstat(descriptor, &status);
    const auto size = static_cast<std::size_t>(status.st_size);
    // Nothing can be mapped of an empty file.
    if (size == 0) {
        ::close(descriptor);
        return number_text({});
    }
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    const int error = errno;
    ::close(descriptor);
    if (address == MAP_FAILED) throw FileError(file, "cannot be read", error);
    struct Unmapping {
        void* address;
        std::size_t size;
        ~Unmapping() { ::munmap(address, size); }
    } const unmapping{address, size};
    return number_text({static_cast<const char*>(address), size});
}

}  // namespace antecede
