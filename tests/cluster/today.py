"""Today's ClickHouse answers as the database does: its library, from npm (566 MB), behind a small HTTP server; CQL by `cofnod worker`.

`today.py COFNOD ROOT BUILD`; one server, with codecs. `./dev test --engines` runs it, for its download is not for every test.
"""

import ctypes
import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import Failure, equal, failures_of, holds, skip  # noqa: E402  # pylint: disable=wrong-import-position
import equality  # noqa: E402  # pylint: disable=wrong-import-position

package = "@chdb/lib-linux-x64-gnu"


def library(build):
    """Returns the path of the library, after npm has got it."""
    folder = os.path.join(build, "npm-chdb")
    found = os.path.join(folder, "node_modules", *package.split("/"), "libchdb.so")
    if not os.path.exists(found):
        if os.environ.get("COFNOD_ENGINES") != "1":
            skip("today's ClickHouse is a download of 566 MB: ./dev test --engines gets it")
        if not shutil.which("npm"):
            skip(f"npm gets {package}")
        os.makedirs(folder, exist_ok=True)
        try:
            subprocess.run(["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, package], check=True, timeout=900, capture_output=True)
        except (OSError, subprocess.SubprocessError):
            skip(f"npm cannot get {package}")
    return found


class Engine:
    """The library; answers statements with bytes."""

    def __init__(self, build, folder, function):
        os.makedirs(folder)
        with open(os.path.join(folder, "cofnod_function.xml"), "w", encoding="utf-8") as file:
            file.write(function)
        with open(os.path.join(folder, "config.xml"), "w", encoding="utf-8") as file:
            file.write(f"<clickhouse><user_defined_executable_functions_config>{folder}/*_function.xml</user_defined_executable_functions_config>"
                       f"<user_scripts_path>{folder}</user_scripts_path></clickhouse>")
        try:
            self.library = ctypes.CDLL(library(build))
        except OSError as error:
            skip(f"{package} cannot be loaded: {error}")
        self.lock = threading.Lock()
        self.library.chdb_connect.restype = ctypes.POINTER(ctypes.c_void_p)
        self.library.chdb_query_n.restype = ctypes.c_void_p
        self.library.chdb_query_n.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
        for name, kind in (("buffer", ctypes.c_void_p), ("length", ctypes.c_size_t), ("error", ctypes.c_char_p)):
            function = getattr(self.library, f"chdb_result_{name}")
            function.restype, function.argtypes = kind, [ctypes.c_void_p]
        self.library.chdb_destroy_query_result.argtypes = [ctypes.c_void_p]
        arguments = [b"clickhouse", f"--path={folder}/data".encode(), f"--config-file={folder}/config.xml".encode()]
        self.connection = self.library.chdb_connect(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))
        if not self.connection:
            raise Failure("the library does not start")

    def ask(self, statement):
        with self.lock:
            result = self.library.chdb_query_n(self.connection.contents, statement, len(statement), b"TabSeparated", 12)
            error = self.library.chdb_result_error(result)
            size = self.library.chdb_result_length(result)
            answer = ctypes.string_at(self.library.chdb_result_buffer(result), size) if size else b""
            self.library.chdb_destroy_query_result(result)
        return error, answer

    def insert(self, statement, rows):
        """The library takes no rows behind a statement: it trims them as text. They come from a file."""
        table = statement.split()[2]
        _, columns = self.ask(f"SELECT concat(name, ' ', type) FROM system.columns WHERE concat(database, '.', table) = '{table}' ORDER BY position".encode())
        with tempfile.NamedTemporaryFile() as file:
            file.write(rows)
            file.flush()
            structure = ", ".join(columns.decode().splitlines())
            return self.ask(f"INSERT INTO {table} SELECT * FROM file('{file.name}', 'RowBinary', '{structure}')".encode())

    def end(self):
        self.library.chdb_close_conn(self.connection)


class Front(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    engine = None

    def do_POST(self):  # pylint: disable=invalid-name  # the library's
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query).get("query", [""])[0].encode()
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        error, answer = self.engine.insert(query.decode(), body) if query else self.engine.ask(body)
        answer = error if error else answer
        self.send_response(500 if error else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


class Cluster:
    """What the tests of equality ask: one server."""

    def __init__(self):
        self.cofnod, self.root, self.build = (os.path.abspath(path) for path in sys.argv[1:4])
        self.folder = tempfile.mkdtemp(prefix="cofnod-today-")
        function = self.run("worker", "--configuration", self.cofnod)
        self.engine = Front.engine = Engine(self.build, os.path.join(self.folder, "engine"), function)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Front)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.database = self.make("games.db", os.path.join(self.root, "sample-data"))
        self.address = f"clickhouse://127.0.0.1:{self.server.server_port}/games"

    def end(self):
        self.server.shutdown()
        self.engine.end()
        shutil.rmtree(self.folder)

    def make(self, name, *archives):
        path = os.path.join(self.folder, name)
        self.run("import", "--quiet", path, *archives)
        return path

    def any(self, *arguments):
        done = subprocess.run([self.cofnod, *arguments], check=False, capture_output=True, text=True, errors="surrogateescape", timeout=120)
        return done.returncode, done.stdout, done.stderr

    def run(self, *arguments):
        code, output, messages = self.any(*arguments)
        if code != 0:
            raise Failure(f"cofnod {' '.join(arguments)}: exit code {code}\n{messages}")
        return output


def todays_engine_answers_as_the_database_does(cluster):
    for statement in cluster.run("schema", "clickhouse", "games").split(";\n"):
        if statement.strip():
            error, _ = cluster.engine.ask(statement.encode())
            equal(error, None, statement)
    equal(cluster.engine.ask(b"SELECT count() FROM system.functions WHERE name = 'cofnod_cql'"), (None, b"1\n"), "the worker's function")
    for _ in range(2):  # the second time all is there
        cluster.run("load", cluster.address, cluster.database, "--with-text")
    asked = equality.questions(cluster)
    wrong = [line for words in asked for line in equality.the_same(cluster, cluster.address, *words, "--json")]
    wrong += [line for words in (["search", "--sort", "date"], ["search", "--unique"], ["show", "36"], ["export"], ["search", "--count"]) for line in equality.the_same(cluster, cluster.address, *words)]
    many = cluster.make("many.db", equality.many_games(os.path.join(cluster.folder, "many.pgn")))
    for statement in cluster.run("schema", "clickhouse", "many").split(";\n"):
        if statement.strip():
            equal(cluster.engine.ask(statement.encode())[0], None, statement)
    address = cluster.address.replace("/games", "/many")
    cluster.run("load", address, many)
    holds(int(cluster.engine.ask(b"SELECT count() FROM many.total")[1]) > 0, "there are totals")
    wrong += equality.trees_of_many_games_are_the_same(cluster, address, many)
    if wrong:
        raise Failure(f"{len(wrong)}:\n" + "\n".join(wrong))
    holds(len(asked) >= 60, "60 questions are asked")
    print(f"        {len(asked)} questions, version {cluster.engine.ask(b'SELECT version()')[1].decode().strip()}")


if __name__ == "__main__":
    one = Cluster()
    try:
        failed = failures_of((todays_engine_answers_as_the_database_does,), one)
    finally:
        one.end()
    sys.stdout.flush()
    os._exit(1 if failed else 0)  # the library does not always end well
