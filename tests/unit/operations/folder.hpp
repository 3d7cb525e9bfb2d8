#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace cofnod::operations::test {

/// A temporary folder, removed after the test.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / "cofnod-jobs-test-XXXXXX";
    Folder() {
        std::string name = path.string();
        path = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return path / name; }
};

}  // namespace cofnod::operations::test
