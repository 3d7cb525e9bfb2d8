"""Two servers, a database of the sample data, and the same games on the servers: what the tests of clusters share.

Each test file is a program: `NAME.py COFNOD ROOT BUILD`.
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import Bars, Failure, equal, failures_of, holds, skip  # noqa: E402, F401  # pylint: disable=wrong-import-position
from engine import Keeper, Server, free_ports, server_program  # noqa: E402  # pylint: disable=wrong-import-position


class Cluster:
    """Two shards on loopback, each of one server or of several replicas."""

    def __init__(self, archives=(), replicas=1):
        self.cofnod, self.root, self.build = (os.path.abspath(path) for path in sys.argv[1:4])
        program, libraries = server_program(self.build)
        self.folder = tempfile.mkdtemp(prefix="cofnod-cluster-")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("COFNOD_")}
        self.environment["HOME"] = self.folder
        ports = free_ports(6 * replicas)
        shards = [ports[1::3][:replicas], ports[1::3][replicas:]]
        self.keeper = Keeper(self.build, self.folder) if replicas > 1 else None
        self.servers = [Server(program, libraries, os.path.join(self.folder, f"server{i}"), ports[3 * i:3 * i + 3], shards, self.keeper)
                        for i in range(2 * replicas)]  # those of the first shard first
        self.hosts = ",".join(f"127.0.0.1:{server.http}" for server in self.servers[::replicas])
        try:
            self.database = self.make("games.db", *(archives or [os.path.join(self.root, "sample-data")]))
            for server in self.servers:
                server.start()
        except Failure:
            self.end()
            raise

    def end(self):
        if self.keeper:
            self.keeper.kill()
        for server in self.servers:
            if server.process and server.process.poll() is None:
                server.kill()
        shutil.rmtree(self.folder)

    def make(self, name, *archives):
        path = os.path.join(self.folder, name)
        self.run("import", "--quiet", path, *archives)
        return path

    def address(self, database="games", options=""):
        return f"clickhouse://{self.hosts}/{database}{options}"

    def create(self, database="games"):
        """Creates the tables of a database on both shards; returns its address."""
        is_replicated = self.keeper is not None
        schema = self.run("schema", "clickhouse", database, "--cluster", "two", "--no-codecs", *(["--replicated"] if is_replicated else []))
        for server in self.servers[:1 if is_replicated else None]:
            for statement in schema.split(";\n"):
                if statement.strip():
                    server.ask(statement)
        return self.address(database)

    def load(self, address, *databases, options=(), code=0):
        return self.run("load", address, *(databases or [self.database]), *options, code=code)

    def any(self, *arguments, timeout=300, **environment):
        """Runs a command; returns its exit code, what it prints, and its messages."""
        done = subprocess.run([self.cofnod, *arguments], check=False, capture_output=True, text=True, errors="surrogateescape", timeout=timeout,
                              env={**self.environment, **environment})
        return done.returncode, done.stdout, done.stderr

    def run(self, *arguments, code=0):
        found, output, messages = self.any(*arguments)
        if found != code:
            raise Failure(f"cofnod {' '.join(arguments)}: exit code {found}\n{messages}")
        return output

    def refused(self, *arguments, parts=(), code=5, **environment):
        """Runs a command that must fail, with a message that has all these parts, and print nothing."""
        found, output, messages = self.any(*arguments, **environment)
        equal((found, output), (code, ""), f"{' '.join(arguments)}: {messages}")
        for part in parts:
            holds(part in messages, f"{messages!r} does not say {part!r}")


def main(tests, archives=(), replicas=1):
    """Runs tests that take the cluster."""
    cluster = Cluster(archives, replicas)
    try:
        failed = failures_of(tests, cluster)
    finally:
        cluster.end()
    sys.exit(1 if failed else 0)
