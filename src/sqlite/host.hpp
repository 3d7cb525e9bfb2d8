#pragma once

// Included first in the extension's files that use SQLite, and in the store's files when they are compiled into the
// extension, so that all calls go to the host program's SQLite and not to a second copy.
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
