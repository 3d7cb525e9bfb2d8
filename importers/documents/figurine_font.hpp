#pragma once

#include <string>
#include <string_view>

namespace cofnod::importers::documents {

/// A font whose letters are chess pieces; of any other font, letters stay letters.
class FigurineFont {
public:
    /// `name`: of the font, as a document has it; perhaps empty.
    explicit FigurineFont(std::string_view name);

    /// Returns the text with letters of pieces as figurines, ♔ to ♙. A symbol from the private area is a letter of any
    /// chess font.
    [[nodiscard]] std::string text(std::string_view letters) const;
    [[nodiscard]] bool has_pieces() const { return row_ != nullptr; }

    struct Row;

private:
    const Row* row_ = nullptr;
};

}  // namespace cofnod::importers::documents
