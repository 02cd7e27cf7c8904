"""Verdicts as JUnit XML, for what shows test results in CI systems.

There is no one standard; this keeps to what the schema of Jenkins' xUnit plug-in (`junit-10.xsd`) takes: a
test suite a file, a test case a record.
"""

import tempfile
from xml.sax.saxutils import escape, quoteattr

from struckle_cli.core.errors import Fault
from struckle_cli.report.counts import Counts
from struckle_cli.report.faults import fault_lines, why_text
from struckle_cli.report.safe import path_text, printable
from struckle_cli.report.verdicts import Write
from struckle_cli.services.judging import Verdict

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="struckle">\n'
_SPOOLED = 4 << 20


class JunitReport:
    """Test suites one after another; the cases of a file wait in a temporary file until they are counted."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._path: str | None = None
        self._cases = tempfile.SpooledTemporaryFile(max_size=_SPOOLED)  # noqa: SIM115 - closed in close
        self._tests = self._failures = self._errors = 0
        self._begun = False

    def add(self, verdict: Verdict) -> None:
        """Add a case: sound, a failure, or (where something was not checked at all) an error."""
        if verdict.path != self._path:
            self._end_suite()
            self._path = verdict.path
        self._tests += 1
        kind = _kind(verdict)
        self._failures += kind == "failure"
        self._errors += kind == "error"
        self._cases.write(_case(verdict, kind).encode())

    def close(self, counts: Counts) -> None:
        """End the last suite; what was left out, or cut short, stands in one of its own."""
        self._end_suite()
        self._begin()
        if notes := counts.notes():
            self._write(_notes_suite(notes, counts.interrupted).encode())
        self._write(b"</testsuites>\n")
        self._cases.close()

    def abandon(self) -> None:
        """Remove the temporary file."""
        self._cases.close()

    def _begin(self) -> None:
        if not self._begun:
            self._write(_HEAD.encode())
            self._begun = True

    def _end_suite(self) -> None:
        """Write the suite of the file that has ended, if any."""
        if self._path is None:
            return
        self._begin()
        name = _attribute(path_text(self._path))
        counted = f'tests="{self._tests}" failures="{self._failures}" errors="{self._errors}"'
        self._write(f"  <testsuite name={name} file={name} {counted}>\n".encode())
        self._cases.seek(0)
        while block := self._cases.read(1 << 20):
            self._write(block)
        self._write(b"  </testsuite>\n")
        self._cases.seek(0)
        self._cases.truncate()
        self._tests = self._failures = self._errors = 0


def _kind(verdict: Verdict) -> str | None:
    """What is wrong with a case: nothing, or a failure, or an error: it could not be checked."""
    if verdict.valid:
        return None
    refused = any(fault.code.startswith(("io.", "internal.")) for fault in verdict.problems)
    return "error" if refused else "failure"


def _case(verdict: Verdict, kind: str | None) -> str:
    name = "the file itself" if verdict.record is None else f"game {verdict.record}"
    head = f'    <testcase name="{name}" classname={_attribute(_class_name(verdict.path))}'
    lines = [line for fault in verdict.problems for line in fault_lines(fault, verdict.path, verdict.record)]
    out = [f"pending: {printable(item)}" for item in verdict.pending]
    if kind is None:
        out = [*lines, *out]
        body = ""
    else:
        body = _failure(kind, verdict, lines)
    if out:
        body += f"      <system-out>{_text(out)}</system-out>\n"
    return f"{head}>\n{body}    </testcase>\n" if body else f"{head}/>\n"


def _failure(kind: str, verdict: Verdict, lines: list[str]) -> str:
    first = next((fault for fault in verdict.problems if fault.severity == "error"), None)
    code, why = _headline(first, verdict.record)
    return f"      <{kind} type={_attribute(code)} message={_attribute(why)}>{_text(lines)}</{kind}>\n"


def _headline(fault: Fault | None, record: int | None) -> tuple[str, str]:
    if fault is None:
        return "untold", "its problems are not told (--max-problems)"
    return fault.code, why_text(fault, record)


def _notes_suite(notes: list[str], interrupted: bool) -> str:
    """A suite that says what else there is to know; an error if the run was interrupted."""
    count = int(interrupted)
    head = f'  <testsuite name="struckle" tests="{count}" failures="0" errors="{count}">\n'
    case = ""
    if interrupted:
        error = f'<error type="interrupted" message={_attribute(notes[-1])}/>'
        case = f'    <testcase name="interrupted" classname="struckle">{error}</testcase>\n'
    return f"{head}{case}    <system-out>{_text(notes)}</system-out>\n  </testsuite>\n"


def _class_name(path: str) -> str:
    """A path as a class with its packages: viewers take it apart at the points."""
    return path_text(path).replace(".", "_").replace("/", ".").strip("._") or "_"


def _text(lines: list[str]) -> str:
    """Lines as text of an element; all that XML cannot hold was escaped before, visibly."""
    return escape("\n".join(printable(line) for line in lines))


def _attribute(text: str) -> str:
    return quoteattr(printable(text))
