"""The Debian packages: what is in them, whose it is, and that their documents' links lead somewhere."""

import glob
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from venomx_testing import BUILD, DEADLINE

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


@unittest.skipUnless(shutil.which("dpkg-deb") and os.path.exists(os.path.join(BUILD, "pages", "stamp")), "no packages here")
class Packages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="venomx-test-packages-")
        self.addCleanup(shutil.rmtree, self.folder)

    def links_lead_somewhere(self, files):
        (package,) = glob.glob(os.path.join(self.folder, "venomx_*.deb"))
        subprocess.run(["dpkg-deb", "-x", package, os.path.join(self.folder, "root")], check=True, timeout=DEADLINE)
        pages = {path for path in files if path.startswith("/usr/share/doc/venomx/") and path.endswith(".md")}
        written = {os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "docs", "*.md"))} | {"README.md"}
        self.assertEqual(written, {os.path.basename(path) for path in pages})
        checked = 0
        for path in pages:
            with open(os.path.join(self.folder, "root") + path, encoding="utf-8") as file:
                prose = re.sub(r"^```.*?^```", "", file.read(), flags=re.MULTILINE | re.DOTALL)
                for link in re.findall(r"\]\(([^)#:]+)\)", prose):
                    self.assertIn(os.path.normpath(os.path.join(os.path.dirname(path), link)), files, path)
                    checked += 1
        self.assertGreater(checked, 10)

    def test_what_is_in_them(self):
        subprocess.run(["cpack", "-G", "DEB", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", self.folder], check=True,
                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=DEADLINE * 6)
        listed = {}
        for name in os.listdir(self.folder):
            if name.endswith(".deb"):
                listing = subprocess.run(["dpkg-deb", "-c", os.path.join(self.folder, name)], capture_output=True, text=True, check=True).stdout
                listed[name.split("_")[0]] = [line.split(None, 5) for line in listing.splitlines()]
        self.assertEqual({"venomx", "venomx-dev"}, set(listed))
        files = {package: {line[5].split(" -> ")[0][1:] for line in lines if not line[0].startswith("d")} for package, lines in listed.items()}
        for path in ("/usr/bin/venomx", "/usr/lib/venomx/venomxd", "/usr/lib/venomx/plugins/pane.so", "/usr/lib/libvenomx-sdk.so.1",
                     "/usr/lib/systemd/user/venomx.service", "/usr/lib/systemd/user/venomx.socket", "/usr/share/man/man1/venomx.1.gz",
                     "/usr/share/man/man1/venomx-pane-split.1.gz", "/usr/share/doc/venomx/copyright",
                     "/usr/share/doc/venomx/examples/venomx.properties"):
            self.assertIn(path, files["venomx"])
        for path in ("/usr/include/venomx/sdk/plugin.h", "/usr/lib/libvenomx-sdk.so", "/usr/lib/libvenomx-testing.a",
                     "/usr/lib/cmake/venomx-sdk/venomx-sdk-config.cmake", "/usr/share/venomx/template/src/greet.cpp",
                     "/usr/share/venomx/examples/job/CMakeLists.txt", "/usr/share/doc/venomx-dev/writing-plugins.md"):
            self.assertIn(path, files["venomx-dev"])
        self.assertEqual(set(), files["venomx"] & files["venomx-dev"])
        self.links_lead_somewhere(files["venomx"])
        for package, lines in listed.items():
            for mode, owner, *_ in lines:
                self.assertEqual("root/root", owner, package)
                if mode[0] != "l":
                    self.assertNotRegex(mode[1:], r"^.{4}w|^.{7}w", package)


if __name__ == "__main__":
    unittest.main()
