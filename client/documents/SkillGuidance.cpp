#include "client/documents/SkillGuidance.h"

#include <algorithm>
#include <array>

namespace venomx::client
{
namespace
{

constexpr std::string_view kModel{
    R"(A daemon keeps **sessions** (`s0`) of **windows** (`w0`) of **panes** (`p0`). A pane is one process on a terminal of its own, with
a screen, a scrollback and a principal. Ids are never reused. Everything is headless and goes on when you leave.

- Always pass `--json`: standard output is then exactly one JSON document, the result or `{"error":{"code","message","data"}}`.
- Take ids from results; do not guess them.
- `venomx FAMILY VERB --help` tells every flag, result and error of a verb.
- Over MCP each verb is a tool: `pane.split` is `pane_split`, with the same parameters and results.
)"};

constexpr std::string_view kIdentity{
    R"(- Ask first: `venomx whoami --json` gives your principal and its grants. A right that you lack is `denied.<right>`, with the same
  answer for what exists and what does not.
- In a pane you are that pane's own principal: the daemon set the credential, `VENOMX_PANE` and `VENOMX_SOCKET` for you. Its
  grants are what its creator gave, by default `read self` and `write self`: the pane itself and what it made.
- Outside, without a token, you are `unknown`: you may look, and change nothing.
- `--token @owner` acts as the owner: it reads the owner's file beside the socket. Use it only where you were told to act as the
  owner. From inside a pane it is refused, as `denied.token`.
- Other tokens come by `--token-file PATH` or the variable `VENOMX_TOKEN`. A token is never an argument: do not type, print or
  store one.
- Give a new pane no more than it needs: `--grants '[]'` for nothing. You can hand over only what you have.
- Whoever reads a pane reads what its program prints. Do not print secrets.
)"};

constexpr std::string_view kSpawn{
    R"(These rules hold for every verb that starts a process:

- `--cwd` takes an absolute path: use `--cwd "$PWD"`. Without it the process starts in the daemon's directory, not in yours and
  not in that of the pane you split.
- The process gets the daemon's environment, never yours. `env_unset` removes names from it, then `env` is applied on top.
- The words after `--` are the argument vector, passed exactly as given. There is no shell: for pipes, globs or variables run one
  yourself, as in `-- sh -c 'make | tee log'`.
- The executable is found on the child's final `PATH`, after `env_unset` and `env`, unless its name contains a `/`.
- Names that begin with `VENOMX_` are reserved: they cannot be set or unset.
- Credentials passed with `--env` are visible in your own argument vector, in shell history and in MCP transcripts. Pass only what
  the child needs.
- The answer comes when the program runs. If it cannot be started, nothing has been made, and the error says why:
  `not_found.cwd`, `unavailable.cwd`, `unavailable.spawn` with `data.reason`, `invalid_params.env` with `data.param`.
- A program that starts and fails at once was started: wait for its exit and look at its status.
)"};

constexpr std::string_view kRun{
    R"(```sh
venomx session create --name work --json
venomx window create --session work --cwd "$PWD" --json -- make test     # gives "pane":"p0"
venomx pane wait --pane p0 --until exit --timeout-ms 600000 --json       # gives "status":{"code":0}
venomx pane capture --pane p0 --scrollback -1 --join --json              # "text" is all that it printed
venomx session close --session work --json                               # and its windows, panes and processes
```

`venomx pane run --session work --cwd "$PWD" --json -- make test` is the three in the middle in one call, and closes the pane: it
gives `{pane, status, text, scrollback}`, and exits as the program did.

Inside a pane your token is in your environment. Outside one you may only look: where the daemon is yours to use, add `--token @owner`
to what answers `denied`. Take ids from the answers; the `p0` here is only the first of a new daemon.

`status` is `{"code":N}` or `{"signal":"SIGTERM","core":false}`. A program that exits 1 is no error of `venomx`: its exit status stays
0, so look at `status`. An exited pane stays readable until it is closed.
)"};

constexpr std::string_view kDrive{
    R"(```sh
since=$(venomx pane info --pane p0 --json | jq .bytes_out)
venomx pane send --pane p0 --text 'make test; echo "exit=$?"
' --json
venomx pane wait --pane p0 --until match --match 'exit=[0-9]+' --since "$since" --json
venomx pane capture --pane p0 --json
```

- `--text` is sent byte for byte: a command line needs its line feed. `--text -` reads standard input. `--keys` sends keys by name:
  `--keys C-c`, `--keys Escape --keys : --keys q --keys Enter`. Add `--paste` for text of several lines into an editor or a prompt.
- The terminal echoes what you type, and the echo matches too. Choose an expression that the typed line does not itself match.
)"};

constexpr std::string_view kWait{
    R"(Never sleep and look again; `venomx pane wait` answers as soon as it happens:

| `--until` | waits for |
|---|---|
| `exit` | the end of the process |
| `match` | a line that matches the RE2 expression `--match` |
| `prompt` | a shell's prompt mark, where the shell writes them (OSC 133) |
| `idle` | no output for `--idle-ms`; the last resort |

- Without `--since` what is on the screen already counts. With `--since` (an offset as in `bytes_out`) only what was written from
  there on. The result's `offset` is where the next wait should start.
- Look at `reason`: the end of the process answers every wait, with `reason` `exit` and the `status`. A time-out is a result too,
  with `reason` `timeout` and exit status 0; it comes after 30 seconds, unless `--timeout-ms` says otherwise.
)"};

constexpr std::string_view kFind{
    R"(`venomx session list`, `venomx window list --session work` and `venomx pane list --window w0` tell what there is, as far as you may
read it. `venomx pane output --pane p0 --since 0 --no-follow` gives the bytes that a program wrote, where a screen is not enough.
`venomx doctor` says whether the daemon is well, and what to do where it is not, to who may `read` everything; the right `admin`
shows it whole.
)"};

constexpr std::string_view kBeside{
    R"(```sh
venomx pane split --pane "$VENOMX_PANE" --axis cols --cwd "$PWD" --json -- tail -f build.log
```

This needs a grant of `spawn` on the pane. The new pane takes its room from the old one: `conflict.no_space` when there is too
little. For work that nobody watches make a window instead.
)"};

constexpr std::string_view kHandOver{
    R"(Rights are pairs: a right (`read`, `write`, `spawn`, `admin`) and a scope (`*`, `session:s0`, `window:w0`, `pane:p0`, or `self`: the
new principal's own pane and what it makes). Give them to a new pane's program as it starts:

```sh
venomx window create --session work --json \
  --grants '[{"right":"read","scope":"self"},{"right":"write","scope":"self"},{"right":"read","scope":"pane:p0"}]' -- my-agent
```

To let somebody else use a pane that is there, who may make principals (`admin`) writes a token for it into a file:

```sh
(umask 077; venomx principal create --json \
  --grants '[{"right":"read","scope":"pane:p0"},{"right":"write","scope":"pane:p0"}]' > answer.json)
jq -r .principal answer.json                       # the id, to end it with
(umask 077; jq -r .token answer.json > token); rm answer.json
```

Whoever has the file acts so: `venomx pane send --pane p0 --text hello --token-file token --json`. It ends with
`venomx principal revoke --principal ID`.
)"};

constexpr std::string_view kEvents{
    R"(`venomx events --json` prints one event a line, until you end it: `pane.exited`, `pane.created`, `pane.closed` and others, with a
number `seq`. To miss nothing, keep the last `seq` and go on with `--since` and the next number, and with `--boot` as `venomx daemon info`
told it: another daemon's numbers are then `conflict.boot`. `--follow` is the default; with `--since 0 --no-follow` it ends with what
has happened already.
)"};

constexpr std::string_view kTidy{
    R"(- Close what you made: `venomx pane close`, `venomx window close` or `venomx session close`. They end the processes with all their
  descendants: SIGHUP first, SIGKILL after `--grace-ms`.
- Leave alone what you did not make. To interrupt without closing: `venomx pane signal --pane p0 --signal INT`.
)"};

constexpr std::array<Chapter, 11> kChapters{{
    {"What it is", "", kModel},
    {"Who you are", "whoami", kIdentity},
    {"Starting a process", "spawn.params", kSpawn},
    {"Task: run a command and get its result", "session.create window.create pane.wait pane.capture session.close", kRun},
    {"Task: type into a program and read the answer", "pane.info pane.send pane.wait pane.capture", kDrive},
    {"Waiting for output", "pane.wait", kWait},
    {"Finding your way", "session.list window.list pane.list pane.output doctor", kFind},
    {"Task: run something beside your own pane", "pane.split window.create", kBeside},
    {"Task: hand a pane over", "window.create pane.send", kHandOver, "principal.create principal.revoke"},
    {"Task: follow what happens", "events", kEvents},
    {"Leave it tidy", "pane.close window.close session.close pane.signal", kTidy},
}};

} // namespace

std::span<const Chapter> skillGuidance()
{
    return kChapters;
}

bool isGuided(std::string_view verb)
{
    return std::ranges::any_of(kChapters,
                               [&](const Chapter& chapter)
                               {
                                   const std::string_view needs = chapter.needs;
                                   for (std::size_t at = 0; at < needs.size();)
                                   {
                                       const std::size_t end = std::min(needs.find(' ', at), needs.size());
                                       if (needs.substr(at, end - at) == verb) return true;
                                       at = end + 1;
                                   }
                                   return false;
                               });
}

} // namespace venomx::client
