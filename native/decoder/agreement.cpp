#include "decoder/agreement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace antecede {

namespace {

// What a state says of a word: 0 for not translated yet, this for translated by nothing that has a class, else its
// class. Classes end at 254 for it.
constexpr auto kNoClass = std::byte{255};

struct Pair {
    std::size_t first;
    std::size_t second;
    float weight;
};

}  // namespace

class AgreementFeature::OnSentence final : public SentenceFeature {
public:
    OnSentence(const AgreementFeature& feature, std::vector<Pair> pairs)
        : feature_(feature), pairs_(std::move(pairs)) {}

    void estimate(const OptionView& option, std::span<float> scores) noexcept override {
        // As if nothing were translated yet: scores only pairs of which the option holds both words.
        std::array<std::byte, 2 * kMostPairs> nothing{};
        std::array<std::byte, 2 * kMostPairs> after{};
        extend(nothing, {}, option, after, scores);
    }

    void extend(std::span<const std::byte> before, const ExtensionContext& /*context*/, const OptionView& option,
                std::span<std::byte> after, std::span<float> scores) noexcept override {
        std::ranges::copy(before, after.begin());
        for (std::size_t number = 0; number < pairs_.size(); ++number) {
            const Pair& pair = pairs_[number];
            std::byte& first = after[2 * number];
            std::byte& second = after[2 * number + 1];
            const bool has_first = covers(option, pair.first);
            const bool has_second = covers(option, pair.second);
            if (!has_first && !has_second) continue;
            if (has_first) first = class_of(option, pair.first);
            if (has_second) second = class_of(option, pair.second);
            scores[0] += pair.weight * feature_.score(first, second);
            // The score is given, and nothing that follows depends on the classes: forgetting them lets hypotheses that
            // differ in nothing else recombine.
            if (first != std::byte{0} && second != std::byte{0}) first = second = kNoClass;
        }
    }

private:
    static bool covers(const OptionView& option, std::size_t position) noexcept {
        return option.first <= position && position <= option.last;
    }

    std::byte class_of(const OptionView& option, std::size_t position) const noexcept {
        // The first link whose target word has a class decides.
        for (const Link& link : option.alignment) {
            if (option.first + static_cast<std::size_t>(link.source) != position) continue;
            const std::uint16_t attribute = feature_.attributes_[option.target[static_cast<std::size_t>(link.target)]];
            if (attribute > 0 && attribute < feature_.classes_) return static_cast<std::byte>(attribute);
        }
        return kNoClass;
    }

    const AgreementFeature& feature_;
    std::vector<Pair> pairs_;
};

AgreementFeature::AgreementFeature(std::string name, WordAttributes attributes, std::size_t classes,
                                   std::vector<float> table)
    : name_(std::move(name)), attributes_(std::move(attributes)), classes_(classes), table_(std::move(table)) {
    if (classes_ == 0 || classes_ > 255) throw std::invalid_argument("an agreement has 1 to 255 classes");
    if (table_.size() != classes_ * classes_)
        throw std::invalid_argument("an agreement needs classes * classes scores");
    if (!std::ranges::all_of(table_, [](float score) { return std::isfinite(score); })) {
        throw std::invalid_argument("an agreement's scores must be finite");
    }
}

float AgreementFeature::score(std::byte first, std::byte second) const noexcept {
    const auto row = std::to_integer<std::size_t>(first);
    const auto column = std::to_integer<std::size_t>(second);
    if (row == 0 || column == 0 || row >= classes_ || column >= classes_) return 0.0F;
    return table_[row * classes_ + column];
}

std::unique_ptr<SentenceFeature> AgreementFeature::prepare(const SentenceView& sentence) const {
    std::vector<Pair> pairs;
    for (std::size_t at = 0; at + 3 <= sentence.notes.size() && pairs.size() < kMostPairs; at += 3) {
        const auto size = static_cast<double>(sentence.words.size());
        const auto inside = [size](double position) { return position >= 0 && position < size; };
        const double weight = sentence.notes[at + 2];
        if (!inside(sentence.notes[at]) || !inside(sentence.notes[at + 1]) || !(std::abs(weight) <= 1e6)) continue;
        pairs.push_back({static_cast<std::size_t>(sentence.notes[at]), static_cast<std::size_t>(sentence.notes[at + 1]),
                         static_cast<float>(weight)});
    }
    if (pairs.empty()) return nullptr;
    return std::make_unique<OnSentence>(*this, std::move(pairs));
}

}  // namespace antecede
