// Tests of the core without Python, so that sanitizers see all of it: tables, then a parser fed with damaged bytes.

#include "alignment/alignment.hpp"

#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <source_location>
#include <string>
#include <string_view>

#include "alignment/symmetrise.hpp"

namespace {

using namespace antecede;

int failures = 0;

void check(bool holds, std::string_view what, const std::source_location& where = std::source_location::current()) {
    if (holds) return;
    ++failures;
    std::cerr << where.file_name() << ':' << where.line() << ": " << what << '\n';
}

/// What is wrong with a text, with its line; empty if nothing is.
std::string fault(std::string_view text, const Lengths& lengths = {}) {
    try {
        parse_pharaoh(text, lengths);
        return "";
    } catch (const MalformedAlignment& error) {
        return std::to_string(error.line()) + ": " + error.what();
    }
}

std::string symmetrised(std::string_view forward, std::string_view reverse, Method method) {
    return format_pharaoh(symmetrise(parse_pharaoh(forward), parse_pharaoh(reverse), method));
}

void test_parsing() {
    const auto round = [](std::string_view text) { return format_pharaoh(parse_pharaoh(text)); };
    check(round("").empty(), "no text has no sentences");
    check(round("1-1 0-0\t1-1\r\n\n2-0") == "0-0 1-1\n\n2-0\n", "links are sorted, once each; empty lines count");
    check(fault("0-0\n0:0").starts_with("2: '0:0' is not a link"), "the second line is at fault");
    for (const std::string_view text : {"-", "0-", "-0", "0-0-0", "0--0", "x", "0-1048576", "4294967296-0", "0-0,"}) {
        check(!fault(text).empty(), text);
    }
    const std::array<std::int32_t, 2> lengths{1, 2};
    check(fault("0-0\n1-1\n", {lengths, lengths}).empty(), "links up to the last token are good");
    check(fault("1-0\n", {lengths, {}}).starts_with("1: '1-0' points past the end of the source"), "source checked");
    check(fault("0-0\n0-2\n", {{}, lengths}).starts_with("2: '0-2' points past the end of the target"), "target too");
    check(fault("0-0\n0-0\n9-9\n", {lengths, lengths}).empty(), "lines beyond the lengths are for the caller");
}

void test_views() {
    const Alignments alignments = parse_pharaoh("0-3 0-1 2-1\n\n5-5\n");
    std::vector<std::int32_t> found;
    targets_of(alignments[0], 0, found);
    check(found == std::vector<std::int32_t>{1, 3}, "targets ascend");
    found.clear();
    sources_of(alignments[0], 1, found);
    check(found == std::vector<std::int32_t>{0, 2}, "sources ascend");
    check(alignments[1].empty(), "a sentence without links");
    check(format_pharaoh(reversed(alignments)) == "1-0 1-2 3-0\n\n5-5\n", "turned round");
    check(format_pharaoh(slice(alignments, 1, 3)) == "\n5-5\n", "the last two");
    bool refused = false;
    try {
        slice(alignments, 2, 4);
    } catch (const std::out_of_range&) {
        refused = true;
    }
    check(refused, "a slice past the end is refused");
}

void test_symmetrisation() {
    check(symmetrised("0-0 1-1", "0-0 1-2", Method::kIntersection) == "0-0\n", "intersection");
    check(symmetrised("0-0 1-1", "0-0 1-2", Method::kUnion) == "0-0 1-1 1-2\n", "union");
    check(symmetrised("2-2 1-1", "2-2 0-0", Method::kGrowDiag) == "0-0 1-1 2-2\n", "growing backwards");
    check(symmetrised("0-0 2-2", "0-0 4-2", Method::kGrowDiagFinal) == "0-0 2-2 4-2\n", "final");
    check(symmetrised("0-0 2-2", "0-0 4-2", Method::kGrowDiagFinalAnd) == "0-0 2-2\n", "final-and");
    check(symmetrised("0-1048575", "1048575-0", Method::kGrowDiagFinal) == "0-1048575 1048575-0\n", "far apart");
}

/// Alignments with a byte or two changed, so that faults lie deep in the text and not in its first byte.
std::string damaged(std::mt19937& random) {
    constexpr std::string_view kLikely = "0123456789- \t\r\n:";
    const auto roll = [&random](std::size_t sides) {
        return std::uniform_int_distribution<std::size_t>(0, sides - 1)(random);
    };
    std::string text;
    for (std::size_t links = roll(12); links > 0; --links) {
        text += std::to_string(roll(9)) + "-" + std::to_string(roll(9)) + (roll(4) == 0 ? "\n" : " ");
    }
    for (std::size_t changes = roll(4); changes > 0 && !text.empty(); --changes) {
        text[roll(text.size())] = roll(4) == 0 ? static_cast<char>(roll(256)) : kLikely[roll(kLikely.size())];
    }
    return text;
}

void fuzz(unsigned rounds) {
    std::mt19937 random(20170403);
    unsigned good = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        const std::string first = damaged(random);
        const std::string second = damaged(random);
        try {
            const Alignments forward = parse_pharaoh(first);
            const std::string text = format_pharaoh(forward);
            check(format_pharaoh(parse_pharaoh(text)) == text, "what was formatted parses to the same");
            const Alignments reverse = slice(parse_pharaoh(second), 0, 1);
            for (const auto& [name, method] : kMethods) symmetrise(slice(forward, 0, 1), reverse, method);
            ++good;
        } catch (const MalformedAlignment& error) {
            check(error.line() >= 1 && error.line() <= 61, "the line is one of the text's");
        } catch (const std::out_of_range&) {
            // An empty text has no first sentence.
        }
    }
    check(good > rounds / 10, "enough texts are alignments still");
}

}  // namespace

int main(int argc, char** argv) {
    test_parsing();
    test_views();
    test_symmetrisation();
    fuzz(argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 100'000);
    if (failures > 0) std::cerr << failures << " failed\n";
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
