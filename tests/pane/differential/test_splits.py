"""However the reads of the terminal cut a stream, the screen is the same: no cut makes a character of several bytes into U+FFFD.

Every place inside a character and around it, in all recorded streams, and all streams byte by byte.
"""

import json
import unittest

import emulators
import streams

REPLACEMENT = "\ufffd"
AT_ONCE = 400  # jobs given to the emulator in one go


def character_cuts(stream):
    """All places next to a byte that is not ASCII: before, inside and after each such character."""
    return [at for at in range(1, len(stream)) if stream[at] >= 0x80 or stream[at - 1] >= 0x80]


class SplitTest(unittest.TestCase):
    def whole(self, job):
        answer = emulators.ours([job])[0]
        self.assertNotIn(REPLACEMENT, json.dumps(json.loads(answer), ensure_ascii=False))
        return answer

    def test_every_cut_inside_a_character(self):
        streams_with_text, tried = 0, 0
        for job in streams.recorded():
            places = character_cuts(job.stream)
            streams_with_text += bool(places)
            expected = self.whole(job)
            for begin in range(0, len(places), AT_ONCE):
                group = places[begin : begin + AT_ONCE]
                jobs = [emulators.Job(job.name, job.cols, job.rows, emulators.cut(job.stream, [at])) for at in group]
                for at, answer in zip(group, emulators.ours(jobs)):
                    self.assertEqual(expected, answer, f"{job.name} cut at {at}")
                tried += len(group)
        self.assertGreaterEqual(streams_with_text, 8)
        self.assertGreater(tried, 10_000)

    def test_byte_by_byte(self):
        for job in streams.recorded():
            pieces = emulators.cut(job.stream, range(len(job.stream)))
            answer = emulators.ours([emulators.Job(job.name, job.cols, job.rows, pieces)])[0]
            self.assertEqual(self.whole(job), answer, job.name)


if __name__ == "__main__":
    unittest.main()
