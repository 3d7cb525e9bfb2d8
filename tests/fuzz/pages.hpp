#pragma once

#include <string>

#include "account.hpp"
#include "base/characters.hpp"
#include "importers/documents/page.hpp"

namespace cofnod::fuzz {

/// The text of pages has a place on one of them wherever it is looked up, and stays UTF-8 if their words are.
inline void require_places(const std::vector<importers::layout::Page>& pages) {
    using importers::layout::Letters;
    bool has_words = false, is_utf8 = true;
    for (const auto& page : pages)
        for (const auto& word : page.words) {
            has_words = has_words || !word.text.empty();
            is_utf8 = is_utf8 && utf8::is_valid(word.text);
        }
    for (const Letters letters : {Letters::logical, Letters::visual}) {
        const importers::PagedText read = importers::layout::text_of(pages, letters);
        require(!is_utf8 || utf8::is_valid(read.text), "the text is UTF-8");
        for (std::size_t at = 0; at < read.text.size(); at += 1 + read.text.size() / 64) {
            const PageBox box = read.pages->box_of(at, at + 8);
            require(box.is_known() == has_words && box.page <= pages.size(), "a byte has its place on a page");
        }
    }
}

}  // namespace cofnod::fuzz
