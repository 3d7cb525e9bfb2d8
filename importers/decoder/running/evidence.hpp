#pragma once

#include <string_view>

namespace cofnod::importers::running {

/// The weights of evidence.def, in bits.
struct Evidence {
#define EVIDENCE(name, bits, text) float name = bits;
#include "importers/decoder/running/evidence.def"
#undef EVIDENCE
};

/// A row of evidence.def.
struct EvidenceRow {
    std::string_view name;
    float Evidence::*weight;
    std::string_view text;
};

inline constexpr EvidenceRow evidence_rows[] = {
#define EVIDENCE(name, bits, text) {#name, &Evidence::name, text},
#include "importers/decoder/running/evidence.def"
#undef EVIDENCE
};

}  // namespace cofnod::importers::running
