"""Debian's ClickHouse, unpacked into the build folder: no package is installed, no service is started, nobody need be root."""

import glob
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

from checks import Failure, skip

package = "clickhouse-server"
# Of what ZooKeeper needs besides Java, to be asked by one program.
keeper_packages = ("libzookeeper-java", "libdropwizard-metrics-java", "libslf4j-java", "libsnappy-java")
keeper_classes = ("zookeeper", "zookeeper-jute", "metrics-core", "slf4j-api", "slf4j-simple", "snappy-java")


def _apt(*arguments, folder=None, state=None):
    """Runs apt-get; `state`: a folder of its own for the lists of packages."""
    options = []
    if state:
        os.makedirs(os.path.join(state, "lists", "partial"), exist_ok=True)
        options = ["-o", f"Dir::State::Lists={state}/lists", "-o", f"Dir::Cache={state}", "-o", "APT::Sandbox::User="]
    return subprocess.run(["apt-get", "-q", *options, *arguments], cwd=folder, check=False, capture_output=True, text=True)


def _unpack(folder, wanted, is_alone, state):
    """Gets packages, with those that they depend on and are not installed, or alone, and unpacks them; returns whether it could."""
    names = list(wanted)
    if not is_alone:
        planned = _apt("install", "--simulate", "--no-install-recommends", *wanted, state=state)
        names = [line.split()[1] for line in planned.stdout.splitlines() if line.startswith("Inst ")]
        if planned.returncode != 0 or not set(wanted) <= set(names):
            return False
    packages = os.path.join(folder, "packages")
    os.makedirs(packages, exist_ok=True)
    if _apt("download", *names, folder=packages, state=state).returncode != 0:
        return False
    for archive in glob.glob(os.path.join(packages, "*.deb")):
        subprocess.run(["dpkg", "-x", archive, os.path.join(folder, "root")], check=True)
    shutil.rmtree(packages)
    return True


def _unpacked(folder, wanted, is_alone, what):
    """Returns the folder that packages are unpacked in; skips the test, which needs `what`, if they cannot be had."""
    done = os.path.join(folder, "done")
    if not os.path.exists(done):
        if not shutil.which("apt-get") or not shutil.which("dpkg"):
            skip(f"this test needs {what}; apt-get and dpkg get it")
        os.makedirs(folder, exist_ok=True)
        state = os.path.join(folder, "apt")
        got = _unpack(folder, wanted, is_alone, None) or (_apt("update", state=state).returncode == 0 and _unpack(folder, wanted, is_alone, state))
        if not got:
            skip(f"this test needs {what}; apt-get cannot get it")
        with open(done, "w", encoding="ascii"):
            pass
    return os.path.join(folder, "root")


def server_program(build):
    """Returns the path of the server, and the folder of its libraries; skips the test if it cannot be had."""
    if shutil.which(package, path=os.environ.get("PATH", "") + ":/usr/sbin"):
        return shutil.which(package, path=os.environ.get("PATH", "") + ":/usr/sbin"), ""
    root = _unpacked(os.path.join(build, "clickhouse"), [package], False, f"{package}, 16 MB with its libraries")
    return os.path.join(root, "usr", "sbin", package), ":".join(glob.glob(os.path.join(root, "usr", "lib", "*-linux-gnu")))


class Keeper:
    """ZooKeeper on loopback, which keeps what replicas agree on."""

    def __init__(self, build, folder):
        if not shutil.which("java"):
            skip("ZooKeeper keeps what replicas agree on, and needs Java")
        root = _unpacked(os.path.join(build, "zookeeper"), keeper_packages, True, "ZooKeeper, 4 MB with its libraries")
        self.port, = free_ports(1)
        os.makedirs(os.path.join(folder, "data"), exist_ok=True)
        settings = os.path.join(folder, "zoo.cfg")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(f"tickTime=500\ndataDir={folder}/data\nclientPort={self.port}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n")
        classes = ":".join(os.path.join(root, "usr", "share", "java", f"{name}.jar") for name in keeper_classes)
        with open(os.path.join(folder, "output"), "ab") as output:
            # pylint: disable=consider-using-with  # it outlives this function
            self.process = subprocess.Popen(["java", "-Xmx128m", "-cp", classes, "org.apache.zookeeper.server.quorum.QuorumPeerMain", settings],
                                            stdout=output, stderr=output)
        for _ in range(600):
            if self.runs():
                return
            time.sleep(0.05)
        raise Failure("ZooKeeper does not start")

    def runs(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as probe:
                probe.sendall(b"srvr")
                return b"Mode: " in b"".join(iter(lambda: probe.recv(4096), b""))
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Server:
    """A server on loopback."""

    def __init__(self, program, libraries, folder, ports, shards, keeper=None):
        """`shards`: the ports of the replicas of each shard."""
        self.program, self.libraries, self.folder = program, libraries, folder
        self.http, self.tcp, self.interserver = ports
        self.process = None
        for name in ("data", "tmp", "files", "formats"):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        replica = "<replica><host>127.0.0.1</host><port>{}</port></replica>"
        cluster = "".join(f"<shard><internal_replication>true</internal_replication>{''.join(map(replica.format, shard))}</shard>" for shard in shards)
        settings = {"http_port": self.http, "tcp_port": self.tcp, "interserver_http_port": self.interserver,
                    "listen_host": "127.0.0.1", "path": f"{folder}/data/", "tmp_path": f"{folder}/tmp/",
                    "user_files_path": f"{folder}/files/", "format_schema_path": f"{folder}/formats/", "users_config": "users.xml",
                    "default_profile": "default", "default_database": "default", "mark_cache_size": 1 << 28,
                    "uncompressed_cache_size": 0, "remote_servers": f"<two>{cluster}</two>",
                    "logger": f"<level>warning</level><log>{folder}/log</log><errorlog>{folder}/errors</errorlog>"}
        if keeper:
            number, = (i for i, shard in enumerate(shards) if self.tcp in shard)
            settings |= {"zookeeper": f"<node><host>127.0.0.1</host><port>{keeper.port}</port></node><session_timeout_ms>2000</session_timeout_ms>",
                         "merge_tree": "<zookeeper_session_expiration_check_period>1</zookeeper_session_expiration_check_period>", "interserver_http_host": "127.0.0.1",
                         "macros": f"<shard>{number}</shard><replica>{self.tcp}</replica>", "distributed_ddl": "<path>/clickhouse/ddl</path>"}
        with open(os.path.join(folder, "config.xml"), "w", encoding="utf-8") as file:
            file.write("<yandex>" + "".join(f"<{name}>{value}</{name}>" for name, value in settings.items()) + "</yandex>")
        user = "<password>{}</password><networks><ip>127.0.0.1</ip></networks><profile>{}</profile><quota>default</quota>"
        # A profile that would answer too little: the program says otherwise with each question.
        with open(os.path.join(folder, "users.xml"), "w", encoding="utf-8") as file:
            file.write("<yandex><profiles><default><max_memory_usage>2000000000</max_memory_usage>"
                       "<skip_unavailable_shards>1</skip_unavailable_shards></default></profiles>"
                       f"<users><default>{user.format('', 'default')}</default><reader>{user.format('open sesame', 'default')}</reader></users>"
                       "<quotas><default/></quotas></yandex>")

    def start(self):
        environment = dict(os.environ, LD_LIBRARY_PATH=self.libraries) if self.libraries else None
        with open(os.path.join(self.folder, "output"), "ab") as output:
            # pylint: disable=consider-using-with  # it outlives this function
            self.process = subprocess.Popen([self.program, f"--config-file={self.folder}/config.xml"], cwd=self.folder,
                                            env=environment, stdout=output, stderr=output)
        for _ in range(600):
            try:
                return self.ask("SELECT 1")
            except (OSError, urllib.error.URLError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        with open(os.path.join(self.folder, "output"), encoding="utf-8", errors="replace") as file:
            raise Failure(f"the server does not start: {file.read()[-500:]}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, sql):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http}/?wait_end_of_query=1", sql.encode(), timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise Failure(f"{sql}: {error.read().decode()}") from error
