"""Engines that read Parquet, from npm: DuckDB through its C interface, hyparquet through node."""

import ctypes
import json
import os
import shutil
import subprocess

from harness import skip

packages = ("@duckdb/node-bindings-linux-x64@1.5.6-r.1", "hyparquet@1.31.5", "hyparquet-compressors@1.1.2")


def modules(build):
    """Returns the folder of the packages, after npm has got them."""
    folder = os.path.join(build, "npm-engines")
    done = os.path.join(folder, "done")
    found = os.path.join(folder, "node_modules")
    wanted = " ".join(packages)
    if os.path.exists(done) and open(done, encoding="ascii").read() == wanted:
        return found
    if not shutil.which("npm") or not shutil.which("node"):
        skip("npm and node get DuckDB and hyparquet, which read the files: install them to run this test")
    os.makedirs(folder, exist_ok=True)
    try:
        subprocess.run(["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, *packages], check=True, timeout=200, capture_output=True)
    except (OSError, subprocess.SubprocessError):
        skip(f"npm cannot get {wanted}")
    with open(done, "w", encoding="ascii") as file:
        file.write(wanted)
    return found


class _Result(ctypes.Structure):
    _fields_ = [("counts", ctypes.c_uint64 * 3), ("pointers", ctypes.c_void_p * 3)]


class DuckDB:
    """Answers SQL with rows of texts."""

    def __init__(self, build):
        try:
            self.library = ctypes.CDLL(os.path.join(modules(build), "@duckdb", "node-bindings-linux-x64", "libduckdb.so"))
        except OSError as error:
            skip(f"DuckDB cannot be loaded: {error}")
        self.library.duckdb_value_varchar.restype = ctypes.c_void_p
        self.library.duckdb_result_error.restype = ctypes.c_char_p
        self.library.duckdb_row_count.restype = self.library.duckdb_column_count.restype = ctypes.c_uint64
        database, self.connection = ctypes.c_void_p(), ctypes.c_void_p()
        self.library.duckdb_open(None, ctypes.byref(database))
        self.library.duckdb_connect(database, ctypes.byref(self.connection))

    def rows(self, sql):
        result = _Result()
        at = ctypes.byref(result)
        if self.library.duckdb_query(self.connection, sql.encode(), at):
            raise RuntimeError(f"{sql}\n{self.library.duckdb_result_error(at).decode()}")
        columns = range(self.library.duckdb_column_count(at))
        found = [tuple(self._text(at, column, row) for column in columns) for row in range(self.library.duckdb_row_count(at))]
        self.library.duckdb_destroy_result(at)
        return found

    def _text(self, result, column, row):
        text = self.library.duckdb_value_varchar(result, ctypes.c_uint64(column), ctypes.c_uint64(row))
        if not text:
            return None
        found = ctypes.cast(text, ctypes.c_char_p).value.decode()
        self.library.duckdb_free(ctypes.c_void_p(text))
        return found


_read_with_hyparquet = """
import { parquetMetadataAsync, parquetReadObjects, asyncBufferFromFile } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
const file = await asyncBufferFromFile(process.argv[2])
const metadata = await parquetMetadataAsync(file)
const rows = await parquetReadObjects({ file, compressors, utf8: false })
const text = (value) => value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
console.log(JSON.stringify({
    metadata: Object.fromEntries(metadata.key_value_metadata.map(({ key, value }) => [key, value])),
    rows: rows.map((row) => Object.values(row).map(text)),
}))
"""


def read_with_hyparquet(build, path):
    """Returns the metadata of a file, and its rows as texts; blobs as hexadecimal digits."""
    script = os.path.join(os.path.dirname(modules(build)), "read.mjs")
    with open(script, "w", encoding="ascii") as file:
        file.write(_read_with_hyparquet)
    answer = json.loads(subprocess.run(["node", script, path], check=True, capture_output=True, timeout=120).stdout)
    return answer["metadata"], [tuple(row) for row in answer["rows"]]
