#pragma once

#include <filesystem>

namespace cofnod::columns {

/// A folder that appears whole, under its name, or not at all. Until finish() it has another name beside it.
class NewFolder {
public:
    /// Throws UsageError if there is something by that name: other than an empty folder, or, with `overwrite`, a folder
    /// that has a file `mark`. Throws InputError if it cannot be made.
    NewFolder(std::filesystem::path path, bool overwrite, const std::filesystem::path& mark);
    /// Removes the folder unless finish() was called.
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    /// The folder that the files are written into.
    [[nodiscard]] const std::filesystem::path& path() const { return part_; }
    /// Gives the folder its name, and removes the one that it replaces.
    void finish();

private:
    std::filesystem::path name_, part_;
};

}  // namespace cofnod::columns
