#include <archive.h>
#include <archive_entry.h>

#include <memory>

#include "mutation.hpp"

namespace cofnod::fuzz {

namespace {

void add_member(archive* to, const char* name, const std::string& text) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(), archive_entry_free);
    archive_entry_set_pathname(entry.get(), name);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_write_header(to, entry.get());
    archive_write_data(to, text.data(), text.size());
}

}  // namespace

std::string file_contents(const Input& input) {
    if (input.packing == Packing::none) return input.text;
    const std::unique_ptr<archive, decltype(&archive_write_free)> to(archive_write_new(), archive_write_free);
    const bool is_archive = input.packing == Packing::zip || input.packing == Packing::tar;
    switch (input.packing) {
        case Packing::gzip: archive_write_add_filter_gzip(to.get()); break;
        case Packing::zstd: archive_write_add_filter_zstd(to.get()); break;
        case Packing::bzip2: archive_write_add_filter_bzip2(to.get()); break;
        default: break;
    }
    if (input.packing == Packing::zip)
        archive_write_set_format_zip(to.get());
    else if (input.packing == Packing::tar)
        archive_write_set_format_ustar(to.get());
    else
        archive_write_set_format_raw(to.get());
    std::string packed(input.text.size() * 3 + 65536, '\0');
    std::size_t size = 0;
    archive_write_open_memory(to.get(), packed.data(), packed.size(), &size);
    const std::string name = "games" + input.extension;
    if (is_archive) {
        const std::size_t half = input.text.find("\n\n");
        add_member(to.get(), name.c_str(), input.text.substr(0, half));
        if (half != std::string::npos)
            add_member(to.get(), ("more" + input.extension).c_str(), input.text.substr(half));
    } else {
        add_member(to.get(), name.c_str(), input.text);
    }
    archive_write_close(to.get());
    packed.resize(size);
    return packed;
}

}  // namespace cofnod::fuzz
