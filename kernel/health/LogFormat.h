// The shapes of a log line, as Poco formatters: text for people, JSON for machines, and the prefix that the journal reads.
// Owned by the channel that uses them; any thread.
#pragma once

#include <Poco/AutoPtr.h>
#include <Poco/Formatter.h>
#include <Poco/Message.h>
#include <string>

namespace venomx::kernel
{

/// 2026-11-30T14:05:11.042Z error: text
class TextFormatter final : public Poco::Formatter
{
public:
    void format(const Poco::Message& message, std::string& text) override;
};

/// {"at":"2026-11-30T14:05:11.042Z","level":"error","text":"…"}
class JsonFormatter final : public Poco::Formatter
{
public:
    void format(const Poco::Message& message, std::string& text) override;
};

/// The priority in front of a line, as the journal reads it: `<3>text` (it has a clock of its own), or `<3>` and what another makes.
class JournalFormatter final : public Poco::Formatter
{
public:
    /// `inner`: none for the bare text.
    explicit JournalFormatter(Poco::AutoPtr<Poco::Formatter> inner) : _inner(std::move(inner)) {}
    void format(const Poco::Message& message, std::string& text) override;

private:
    Poco::AutoPtr<Poco::Formatter> _inner;
};

} // namespace venomx::kernel
