#include "decoder/choice.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace antecede {

namespace {

struct Pronoun {
    std::size_t position;
    std::vector<float> scores;  // of each class
};

}  // namespace

class ChoiceFeature::OnSentence final : public SentenceFeature {
public:
    OnSentence(const ChoiceFeature& feature, std::vector<Pronoun> pronouns)
        : feature_(feature), pronouns_(std::move(pronouns)) {}

    void estimate(const OptionView& option, std::span<float> scores) noexcept override {
        for (const Pronoun& pronoun : pronouns_) {
            if (option.first > pronoun.position || pronoun.position > option.last) continue;
            scores[0] += pronoun.scores[class_of(option, pronoun.position)];
        }
    }

    /// A pronoun's rare forms are not among the best translations without this score, and could not be chosen.
    bool chooses(std::size_t first, std::size_t last) const noexcept override {
        return std::ranges::any_of(
            pronouns_, [&](const Pronoun& pronoun) { return first <= pronoun.position && pronoun.position <= last; });
    }

    void extend(std::span<const std::byte> /*before*/, const ExtensionContext& /*context*/, const OptionView& option,
                std::span<std::byte> /*after*/, std::span<float> scores) noexcept override {
        estimate(option, scores);
    }

private:
    /// Links of given options are not sorted, so the first target word is looked for among all of them.
    std::size_t class_of(const OptionView& option, std::size_t position) const noexcept {
        std::size_t found = 0;
        auto place = option.target.size();
        for (const Link& link : option.alignment) {
            const auto target = static_cast<std::size_t>(link.target);
            if (option.first + static_cast<std::size_t>(link.source) != position || target >= place) continue;
            const std::size_t attribute = feature_.attributes_[option.target[target]];
            if (attribute == 0 || attribute >= feature_.classes_) continue;
            found = attribute;
            place = target;
        }
        return found;
    }

    const ChoiceFeature& feature_;
    std::vector<Pronoun> pronouns_;
};

ChoiceFeature::ChoiceFeature(std::string name, WordAttributes attributes, std::size_t classes)
    : name_(std::move(name)), attributes_(std::move(attributes)), classes_(classes) {
    // Attributes have 16 bits.
    if (classes_ == 0 || classes_ > 65535) throw std::invalid_argument("a choice has 1 to 65535 classes");
}

std::unique_ptr<SentenceFeature> ChoiceFeature::prepare(const SentenceView& sentence) const {
    std::vector<Pronoun> pronouns;
    const auto size = static_cast<double>(sentence.words.size());
    for (std::size_t at = 0; at + 1 + classes_ <= sentence.notes.size(); at += 1 + classes_) {
        const double position = sentence.notes[at];
        const auto scores = sentence.notes.subspan(at + 1, classes_);
        // The bound of weights and given scores, too: sums stay within a float. False for what is not a number.
        const bool usable = std::ranges::all_of(scores, [](double score) { return std::abs(score) <= 1e6; });
        if (!(position >= 0 && position < size) || !usable) continue;
        Pronoun pronoun{static_cast<std::size_t>(position), {}};
        for (const double score : scores) pronoun.scores.push_back(static_cast<float>(score));
        pronouns.push_back(std::move(pronoun));
    }
    if (pronouns.empty()) return nullptr;
    return std::make_unique<OnSentence>(*this, std::move(pronouns));
}

}  // namespace antecede
