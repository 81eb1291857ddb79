"""Lines that are no good request, each with a place for a canary: (what, line, the code of its one answer)."""

LINES = (
    ("no JSON", b"%s", "protocol.syntax"),
    ("a string", b'"%s"', "protocol.syntax"),
    ("an array", b'["%s"]', "protocol.syntax"),
    ("cut short", b'{"id":1,"verb":"window.create","params":{"session":"s0","cwd":"/%s"', "protocol.syntax"),
    ("cut in a string", b'{"id":1,"verb":"window.create","params":{"session":"s0","cwd":"/%s', "protocol.syntax"),
    ("trailing bytes", b'{"id":1,"verb":"whoami"} %s', "protocol.syntax"),
    ("a key twice", b'{"id":1,"verb":"whoami","params":{"%s":1,"a":"%s","a":2}}', "protocol.syntax"),
    ("an unknown member", b'{"id":1,"verb":"whoami","%s":1}', "protocol.syntax"),
    ("a NUL in a key", b'{"id":1,"verb":"whoami","params":{"%s\\u0000":1}}', "protocol.syntax"),
    ("too deep", b'{"id":1,"verb":"whoami","params":' + b'{"a":' * 40 + b'"%s"' + b"}" * 40 + b"}", "protocol.syntax"),
    ("no UTF-8", b'{"id":1,"verb":"window.create","params":{"cwd":"/%s\xff"}}', "protocol.encoding"),
    ("a wrong id", b'{"id":"%s","verb":"whoami"}', "protocol.id"),
    ("no id", b'{"verb":"window.create","params":{"cwd":"/%s"}}', "protocol.id"),
    ("no verb of ours", b'{"id":1,"verb":"%s"}', "not_found.verb"),
    ("an unknown verb", b'{"id":1,"verb":"no.such","params":{"env":[{"name":"A","value":"%s"}]}}', "not_found.verb"),
    ("a second hello", b'{"id":1,"verb":"hello","params":{"protocol":1,"token":"vnt1.venom.g7.%s"}}', "protocol.hello"),
    ("an unknown parameter", b'{"id":1,"verb":"whoami","params":{"a":"%s"}}', "invalid_params.schema"),
    ("a wrong type", b'{"id":1,"verb":"pane.info","params":{"pane":["%s"]}}', "invalid_params.schema"),
)
