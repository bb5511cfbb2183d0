// The language model from text to scores, and its parsers and files fed with damaged bytes.

#include "language_model/language_model.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "files/record_sort.hpp"
#include "files/text_file.hpp"
#include "language_model/arpa.hpp"
#include "language_model/kneser_ney.hpp"
#include "language_model/language_model_builder.hpp"
#include "tests/checks.hpp"

namespace {

using namespace antecede;
using namespace antecede::tests;
using Path = std::filesystem::path;

constexpr std::string_view kText = "a b c\na b d\nb c a b c\n\na\n";

constexpr std::string_view kArpa =
    "\\data\\\nngram 1=5\nngram 2=3\nngram 3=1\n\n"
    "\\1-grams:\n-2 <unk>\n-99 <s> -0.5\n-1 </s>\n-0.5 a -0.25\n-0.75 b -0.125\n\n"
    "\\2-grams:\n-0.25 <s> a -0.0625\n-0.3 a b\n-0.4 b a\n\n\\3-grams:\n-0.1 <s> a b\n\n\\end\\\n";

EstimatedModel estimated(const Path& text, std::size_t order, std::size_t memory = std::size_t{1} << 20) {
    EstimationOptions options;
    options.order = order;
    options.memory = memory;
    options.threads = 2;
    const std::vector<Path> texts{text};
    return estimate(texts, options);
}

void test_lines(const Folder& folder) {
    const Path file = folder / "lines";
    write(file, "\xef\xbb\xbfone\n\ntwo three\nfour");
    LineReader lines(file);
    std::vector<std::string> found;
    for (std::string_view line; lines.next(line);) found.emplace_back(line);
    check(found == std::vector<std::string>{"one", "", "two three", "four"}, "lines without mark and line feeds");
    const std::string text = std::string(3 << 20, 'x') + "\ny\n";
    write(file, text);
    LineReader wide(file);
    std::string_view line;
    check(wide.next(line) && line.size() == 3 << 20 && wide.next(line) && line == "y", "a line longer than the buffer");
    LineReader narrow(file, 1 << 20);
    check(fault_of<MalformedText>([&] { narrow.next(line); }).find("line 1: is longer") != std::string::npos,
          "a line that is too long");
    for (const std::string_view bad : {"\xc0\x80", "\xff", "\xe2\x82", "\xf5\x80\x80\x80", "\xed\xa0\x80"}) {
        check(!is_text(bad) && !is_text("12345678" + std::string(bad)), "not UTF-8");
    }
    check(is_text("aé€\xf0\x9f\x98\x80 and more than eight") && !is_text(std::string_view("a\0b", 3)), "UTF-8");
    std::size_t tokens = 0;
    for_each_token("\t a  b\r", [&](std::string_view token) { tokens += token.size(); });
    check(tokens == 2, "tokens are separated by spaces");
}

void test_sorting(const Folder& folder) {
    std::mt19937 random(1);
    for (const std::size_t memory : {std::size_t{1}, std::size_t{1} << 24}) {
        RecordSorter sorter({4, 3}, RecordSorter::Input::kAnyOrder, true, 2, {memory, folder.path()});
        std::uint64_t added = 0;
        constexpr std::uint64_t kRecords = 150'000;
        for (; added < kRecords; ++added) {
            Field* record = sorter.add();
            for (std::size_t at = 0; at < 3; ++at) record[at] = static_cast<Field>(random() % 30);
            record[3] = 1;
        }
        sorter.finish();
        std::uint64_t counted = 0;
        std::vector<Field> previous;
        bool ascending = true;
        while (const Field* record = sorter.next()) {
            std::vector<Field> key(record, record + 3);
            ascending = ascending && (previous.empty() || previous < key);
            previous = std::move(key);
            counted += record[3];
        }
        check(ascending && counted == kRecords, "sorted, each key once, nothing lost");
    }
    RecordSpool spool(3, {1, folder.path()});
    for (Field number = 0; number < 10'000; ++number) spool.add(std::vector<Field>{number, 1, 2});
    for (int round = 0; round < 2; ++round) {
        RecordSpool::Reader reader(spool);
        Field expected = 0;
        while (const Field* record = reader.next()) check(record[0] == expected++, "a spool keeps the order");
        check(expected == 10'000 && spool.size() == 10'000, "and everything");
    }
}

void test_estimation_and_queries(const Folder& folder) {
    const Path text = folder / "text";
    write(text, kText);
    for (const std::size_t order : {1U, 2U, 3U, 5U, 8U}) {
        for (const std::size_t memory : {1U, 1U << 20}) {
            EstimatedModel model = estimated(text, order, memory);
            const Path arpa = folder / "arpa";
            write_arpa(model, arpa);
            write_language_model(model, folder / "direct", false);
            ArpaReader reader(arpa);
            write_language_model(reader, folder / "built", false);
            check(read(folder / "direct") == read(folder / "built"), "by way of ARPA nothing changes");
            const LanguageModel opened = LanguageModel::open(folder / "direct");
            check(opened.order() == order, "the order");
            for (LanguageModel::State state : {opened.empty(), opened.sentence_start()}) {
                double total = 0;
                for (WordId word = 0; word < opened.vocabulary().size(); ++word) {
                    LanguageModel::State next;
                    if (word == kSentenceStart) continue;
                    total += std::pow(10.0, static_cast<double>(opened.score(state, word, next)));
                }
                check(std::abs(total - 1) < 1e-4, "probabilities sum to one");
            }
        }
    }
}

void test_states(const Folder& folder) {
    write(folder / "arpa", kArpa);
    ArpaReader reader(folder / "arpa");
    write_language_model(reader, folder / "model", false);
    const LanguageModel model = LanguageModel::open(folder / "model");
    const WordId a = model.vocabulary().find("a");
    const WordId b = model.vocabulary().find("b");
    const auto near = [](float x, double y) { return std::abs(static_cast<double>(x) - y) < 1e-6; };
    LanguageModel::State after_a;
    LanguageModel::State after_ab;
    LanguageModel::State after_unknown;
    std::size_t matched = 0;
    check(near(model.score(model.sentence_start(), a, after_a, matched), -0.25) && matched == 2, "a bigram");
    check(after_a.length == 2, "<s> a is continued, so both words are remembered");
    check(near(model.score(after_a, b, after_ab, matched), -0.1) && matched == 3, "a trigram");
    check(after_ab.length == 1, "a b is not continued, b is");
    LanguageModel::State other;
    model.score(model.empty(), b, other);
    check(after_ab == other && hash_of(after_ab) == hash_of(other), "so it is the same as after b alone");
    check(near(model.score(after_a, a, after_ab, matched), -0.0625 - 0.25 - 0.5) && matched == 1, "backing off twice");
    model.score(after_a, kUnknown, after_unknown, matched);
    check(after_unknown.length == 0 && after_unknown == model.empty(), "after an unknown word nothing is known");
    check(near(model.score(model.empty(), 12345, other), -2), "a number out of range is unknown");
    check(!(after_a == after_unknown) && hash_of(after_a) != hash_of(after_unknown), "states that differ");
}

/// Reads the file as an ARPA file, and uses what comes of it: MalformedText, or an answer.
void use_arpa(const Path& file, const Path& model) {
    try {
        ArpaReader reader(file);
        write_language_model(reader, model, (read(file).size() & 1U) != 0);
        const LanguageModel opened = LanguageModel::open(model);
        LanguageModel::State state = opened.sentence_start();
        for (WordId word = 0; word < 8; ++word) {
            LanguageModel::State next;
            opened.score(state, word, next);
            state = next;
        }
    } catch (const MalformedText&) {
        return;
    }
}

void test_damaged_arpa() {
    const Folder folder;
    const Path file = folder / "arpa";
    std::mt19937 random(1);
    static constexpr std::string_view kBytes = "\\\n\t 0123456789-.=ngramse<>/:ab\xc3\xa9";
    for (int round = 0; round < 1500; ++round) {
        std::string damaged(kArpa);
        const std::size_t changes = 1 + random() % 4;
        for (std::size_t change = 0; change < changes; ++change) {
            const std::size_t at = random() % damaged.size();
            switch (random() % 4) {
                case 0:
                    damaged[at] = kBytes[random() % kBytes.size()];
                    break;
                case 1:
                    damaged.erase(at, 1 + random() % 5);
                    break;
                case 2:
                    damaged.insert(at, 1, kBytes[random() % kBytes.size()]);
                    break;
                default:
                    damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 30));
            }
        }
        write(file, damaged);
        use_arpa(file, folder / "model");
    }
}

/// Scores with every state that comes up: DamagedFile, or an answer.
void use_model(const Path& file) {
    try {
        const LanguageModel model = LanguageModel::open(file);
        LanguageModel::State state = model.sentence_start();
        for (WordId word = 0; word < 40; ++word) {
            LanguageModel::State next;
            std::size_t matched = 0;
            model.score(state, word % 7, next, matched);
            check(matched >= 1 && matched <= model.order() && next.length < model.order(), "within the order");
            state = next;
        }
        model.vocabulary().find("a");
        model.verify();
    } catch (const DamagedFile&) {
        return;
    }
}

void test_damaged_model() {
    const Folder folder;
    const Path file = folder / "model";
    write(folder / "arpa", kArpa);
    for (const bool quantise : {false, true}) {
        ArpaReader reader(folder / "arpa");
        write_language_model(reader, file, quantise);
        const std::string whole = read(file);
        for (std::size_t size = 0; size < whole.size(); size += 1 + size / 8) {
            write(file, std::string_view(whole).substr(0, size));
            check(!fault_of<DamagedFile>([&] { LanguageModel::open(file); }).empty(), "a truncated model is refused");
        }
        std::mt19937 random(1);
        for (int round = 0; round < 1500; ++round) {
            std::string damaged = whole;
            const std::size_t flips = 1 + random() % 8;
            for (std::size_t flip = 0; flip < flips; ++flip) {
                damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
            }
            write(file, damaged);
            use_model(file);
        }
    }
}

void test_refusals(const Folder& folder) {
    write(folder / "empty", "");
    check(!fault_of<std::invalid_argument>([&] { estimated(folder / "empty", 3); }).empty(), "no text");
    write(folder / "text", "a <s> b\n");
    check(fault_of<MalformedText>([&] { estimated(folder / "text", 3); }).find("line 1: <s>") != std::string::npos,
          "a symbol in the text");
    for (const std::size_t order : {std::size_t{0}, kHighestOrder + 1}) {
        check(!fault_of<std::invalid_argument>([&] { estimated(folder / "text", order); }).empty(), "a bad order");
    }
    check(!fault_of<FileError>([&] { ArpaReader(folder / "none"); }).empty(), "no file");
    check(!fault_of<FileError>([&] { TemporaryFile(folder / "none"); }).empty(), "no folder");
}

}  // namespace

int main() {
    const Folder folder;
    test_lines(folder);
    test_sorting(folder);
    test_estimation_and_queries(folder);
    test_states(folder);
    test_damaged_arpa();
    test_damaged_model();
    test_refusals(folder);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
