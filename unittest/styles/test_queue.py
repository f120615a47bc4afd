"""examples/queue: jobs that end by the clock, or are killed while they write a restart file, go on as one run."""

import fcntl
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import harness

EXAMPLE = harness.HERE.parents[1] / "examples" / "queue"
sys.path.insert(0, str(harness.HERE.parents[1] / "python"))
from granular_srt import restart    # noqa: E402  after its folder

EVERY, STEPS = 2000, 12000
F_SETPIPE_SZ = 1031    # of Linux
# in place of the queue: what the script asks of it
QUEUE = {"sbatch": 'echo "sbatch $*" >> queue.txt; echo 8', "scancel": 'echo "scancel $*" >> queue.txt'}


class Queue(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="a path ")
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        (self.root / "bin").mkdir()
        for name, text in QUEUE.items():
            (self.root / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.root / "bin" / name).chmod(0o755)
        (self.root / "bin" / "python3").symlink_to(sys.executable)

    def start(self, folder, limit="1:00:00", steps=STEPS, modules=harness.HERE.parents[1] / "python"):
        """A job in a folder."""
        folder.mkdir(exist_ok=True)
        for file in ("in.job", "job.sh"):
            shutil.copy(EXAMPLE / file, folder)
        environment = os.environ | harness.MPI_ENVIRONMENT | {
            "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(modules), "MPIRUN": "",
            "SLURM_JOB_ID": "7", "FILES": "1", "LIMIT": limit, "LMP": str(harness.LAUNCHER), "OMPI_MCA_ess_singleton_isolated": "1"}
        words = {"N": 200, "EVERY": EVERY, "STEPS": steps}
        return subprocess.Popen(["sh", "job.sh", *(word for name, value in words.items() for word in ("-var", name, str(value)))], cwd=folder,
                                env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def ends(self, job, code=0):
        _, text = job.communicate(timeout=120)
        self.assertEqual(job.returncode, code, text)

    def queue(self, folder):
        return (folder / "queue.txt").read_text().splitlines()

    def kill_while_it_writes(self, folder, part):
        """Kills a job by SIGKILL when it has written a little of this part of a restart file. Returns what was in it before."""
        before = part.read_bytes() if part.exists() else None
        part.unlink(missing_ok=True)
        os.mkfifo(part)
        pipe = os.open(part, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(pipe, F_SETPIPE_SZ, 4096)    # LAMMPS waits when it has written so much
        job = self.start(folder)
        self.assertTrue(select.select([pipe], [], [], 120)[0])
        os.killpg(job.pid, signal.SIGKILL)
        self.ends(job, -signal.SIGKILL)
        os.close(pipe)
        part.unlink()
        return before

    def test_killed_while_it_writes(self):
        """A new head beside no part, a cut part, or the part of an older file: the job goes on from the file before."""
        whole, killed = self.root / "whole", self.root / "killed"
        self.ends(self.start(whole))
        killed.mkdir()
        self.kill_while_it_writes(killed, killed / "job.b.0")
        self.assertTrue((killed / "job.b.base").exists())
        self.assertEqual(restart.newest([killed / "job.a.%", killed / "job.b.%"]), killed / "job.a.%")
        self.ends(self.start(killed, steps=2 * EVERY + 1))
        (killed / "job.done").unlink()
        before = self.kill_while_it_writes(killed, killed / "job.a.0")    # the older file; the job went on from the other one
        for content in (before[:-1000], before):
            (killed / "job.a.0").write_bytes(content)
            self.assertEqual(restart.newest([killed / "job.a.%", killed / "job.b.%"]), killed / "job.b.%")
        self.ends(self.start(killed))
        self.assertIn("The run goes on with the forces of step 4000", "".join(file.read_text() for file in killed.glob("log.*")))
        self.assertEqual((killed / "job.dump").read_text(), (whole / "job.dump").read_text())
        self.assertEqual(self.queue(whole), ["sbatch --parsable --dependency=afterany:7 job.sh -var N 200 -var EVERY 2000 -var STEPS 12000", "scancel 8"])
        # the next one stays in the queue after each that was killed
        self.assertEqual([line.split()[0] for line in self.queue(killed)], ["sbatch", "sbatch", "scancel", "sbatch", "sbatch", "scancel"])

    def test_clock(self):
        """LAMMPS ends the run in the step of a file, and the next job is kept; there is none when all steps are done, or after an error."""
        folder = self.root / "clock"
        self.ends(self.start(folder, "0:0:1", 10**9))
        log = next(folder.glob("log.*")).read_text()
        self.assertIn("Wall time limit reached", log)
        self.assertFalse((folder / "job.done").exists())
        self.assertEqual(len(self.queue(folder)), 1)
        last = max(int(step) for step in re.findall(r"^ +(\d+) .*\n", log, re.MULTILINE))
        self.assertEqual(last % EVERY, 0)
        self.ends(self.start(folder, steps=last + 1))
        self.assertTrue((folder / "job.done").exists())
        self.assertIn(f"The run goes on with the forces of step {last}", "".join(file.read_text() for file in folder.glob("log.*")))
        self.assertEqual(self.queue(folder)[-1], "scancel 8")
        self.ends(self.start(folder))
        self.assertEqual(len(self.queue(folder)), 3)
        (folder / "job.done").unlink()
        self.ends(self.start(folder, limit="none"), 1)
        self.assertEqual(self.queue(folder)[-1], "scancel 8")

    def test_no_python_package(self):
        """The newest restart file cannot be found: no LAMMPS, and no next job."""
        folder = self.root / "bare"
        self.ends(self.start(folder, modules=self.root), 1)
        self.assertEqual([line.split()[0] for line in self.queue(folder)], ["sbatch", "scancel"])
        self.assertEqual(list(folder.glob("log.*")), [])


class Whole(unittest.TestCase):
    def test_files_of_other_styles(self):
        """Without the plugin's checksum, parts that are older than the head are those of an older file."""
        with tempfile.TemporaryDirectory() as name:
            files = [pathlib.Path(name, f"job.{part}") for part in ("base", "0", "1")]
            for file in files:
                file.write_bytes(b"a part" + restart.LAST_WORD)
            pathlib.Path(name, "job.restart").write_bytes(b"a file" + restart.LAST_WORD)
            for ages, whole in (((1, 1, 1), True), ((1, 2, 3), True), ((2, 2, 1), False)):
                for file, age in zip(files, ages):
                    os.utime(file, (age, age))
                self.assertEqual(restart.is_whole(f"{name}/job.%"), whole)
            files[2].write_bytes(b"a part")
            self.assertFalse(restart.is_whole(f"{name}/job.%"))
            self.assertEqual(restart.newest([f"{name}/job.%", f"{name}/job.restart", f"{name}/job.none"]), f"{name}/job.restart")
            self.assertIsNone(restart.newest([f"{name}/job.%"]))


if __name__ == "__main__":
    unittest.main()
