#include "client/mcp/Resources.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/documents/Skill.h"
#include "client/mcp/Gather.h"
#include "client/mcp/Pages.h"
#include "client/mcp/Reply.h"

#include <algorithm>
#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

using What = ResourceKind::What;

constexpr std::string_view kSessions{"session.list"};
constexpr std::string_view kPanes{"pane.list"};
constexpr std::string_view kMyself{"whoami"};

std::string describe(const ResourceKind& kind, std::string_view address, std::string_view value, std::string_view title)
{
    std::string text;
    JsonWriter json{text};
    json.beginObject().field(address, value).field("name", kind.name).field("title", title);
    json.field("description", kind.what == What::skill ? kSkillDescription : kind.description);
    json.field("mimeType", kind.mimeType).endObject();
    return text;
}

void addItem(Items& items, const ResourceKind& kind, std::string_view id)
{
    const std::string uri = uriOf(kind, id);
    items[uri] = describe(kind, "uri", uri, id.empty() ? std::string{kind.title} : concat({kind.title, ": ", id}));
}

/// The ids that the daemon's list names as `variable`.
void addEach(Items& items, const Manifest& manifest, const Value& answer, std::string_view list, std::string_view variable)
{
    for (const Value& item : itemsAt(answer, list))
        for (const ResourceKind& kind : resourceKinds())
            if (kind.variable == variable && isOffered(kind, manifest)) addItem(items, kind, textAt(item, variable));
}

std::vector<Question> listQuestions(const Manifest& manifest)
{
    std::vector<Question> questions;
    if (manifest.find(kSessions)) questions.push_back({.verb = kSessions, .params = "{}"});
    if (manifest.find(kPanes)) questions.push_back({.verb = kPanes, .params = "{}"});
    if (manifest.find(kMyself)) questions.push_back({.verb = kMyself, .params = "{}"});
    return questions;
}

/// As the verb doctor judges it: the right admin, or read on everything.
bool mayReadHealth(const Value& myself)
{
    return std::ranges::any_of(itemsAt(myself, "grants"),
                               [](const Value& grant)
                               {
                                   const std::string_view right = textAt(grant, "right");
                                   return textAt(grant, "scope") == "*" && (right == "read" || right == "admin");
                               });
}

/// What there is of one for the caller whom the daemon takes for `myself`; nothing: that is not known.
void addSingle(Items& items, const Manifest& manifest, const Value* myself)
{
    for (const ResourceKind& kind : resourceKinds())
    {
        if (!kind.variable.empty() || !isOffered(kind, manifest)) continue;
        if (kind.what != What::doctor || (myself != nullptr && mayReadHealth(*myself))) addItem(items, kind, {});
    }
}

/// All that the daemon's answers tell of.
Items itemsFrom(const Manifest& manifest, const std::vector<Question>& questions, const Answers& answers)
{
    Items items;
    const Value* myself = nullptr;
    for (std::size_t i = 0; i < questions.size(); ++i)
    {
        if (questions[i].verb == kMyself) myself = &answers.value(i);
        if (questions[i].verb == kSessions) addEach(items, manifest, answers.value(i), "sessions", "session");
        if (questions[i].verb == kPanes) addEach(items, manifest, answers.value(i), "panes", "pane");
    }
    addSingle(items, manifest, myself);
    return items;
}

std::string one(std::string_view name, std::string_view value)
{
    std::string text;
    JsonWriter{text}.beginObject().field(name, value).endObject();
    return text;
}

std::vector<Question> readQuestions(const ResourceUri& uri)
{
    switch (uri.kind->what)
    {
    case What::doctor:
        return {{.verb = "doctor", .params = "{}"}};
    case What::screen:
        return {{.verb = "pane.capture", .params = one("pane", uri.id)}};
    case What::scrollback:
        return {{.verb = "pane.capture", .params = concat({R"({"scrollback":-1,"join":true,)", one("pane", uri.id).substr(1)})}};
    case What::session:
        return {{.verb = kSessions, .params = "{}"},
                {.verb = "window.list", .params = one("session", uri.id)},
                {.verb = kPanes, .params = one("session", uri.id)}};
    case What::skill:
        break;
    }
    return {};
}

/// The session with its windows and panes; empty: it is not there.
std::string sessionText(const Answers& answers, std::string_view id)
{
    for (const Value& session : itemsAt(answers.value(0), "sessions"))
    {
        if (textAt(session, "session") != id && textAt(session, "name") != id) continue;
        std::string text;
        JsonWriter json{text};
        json.beginObject().field("session", session).key("windows").beginArray();
        for (const Value& window : itemsAt(answers.value(1), "windows")) json.value(window);
        json.endArray().key("panes").beginArray();
        for (const Value& pane : itemsAt(answers.value(2), "panes")) json.value(pane);
        json.endArray().endObject();
        return text;
    }
    return {};
}

bool isMissing(const Failure& failure)
{
    return failure.code().starts_with("not_found.");
}

} // namespace

void Resources::list(const Asker& asker, const Value* params)
{
    if (!pageOf({}, "resources", params)) return _out.add(errorReply(asker.id.text, kCursor));
    const std::string page = params != nullptr ? toJson(*params) : "{}";
    const auto answer = [this, asker, page](Items items)
    {
        _extension.collect(asker, "resources/list", "resources", std::move(items),
                           [this, asker, page](Items all) { answerList(asker, page, std::move(all)); });
    };
    const auto without = [this, answer](const Failure&)
    {
        Items items;
        if (const Toolbox* known = _calls.link().toolbox()) addSingle(items, known->manifest(), nullptr);
        answer(std::move(items));
    };
    _calls.whenReady(
        asker.id.key,
        [this, asker, answer, without](const Toolbox& toolbox)
        {
            const std::vector<Question> questions = listQuestions(toolbox.manifest());
            gather(
                _calls, asker.id.key, questions,
                [this, answer, questions](const Answers& answers)
                { answer(itemsFrom(_calls.link().toolbox()->manifest(), questions, answers)); },
                without);
        },
        without);
}

void Resources::answerList(const Asker& asker, const std::string& page, Items items)
{
    const Answers asked{{page}};
    _out.add(cacheableReply(asker, *pageOf(items, "resources", &asked.value(0)), kOfTheMoment));
}

void Resources::listTemplates(const Asker& asker, const Value* params)
{
    if (!pageOf({}, "resourceTemplates", params)) return _out.add(errorReply(asker.id.text, kCursor));
    const std::string page = params != nullptr ? toJson(*params) : "{}";
    Items items;
    const Toolbox* known = _calls.link().toolbox();
    for (const ResourceKind& kind : resourceKinds())
        if (!kind.variable.empty() && (known == nullptr || isOffered(kind, known->manifest())))
            items[templateOf(kind)] = describe(kind, "uriTemplate", templateOf(kind), kind.title);
    _extension.collect(asker, "resources/templates/list", "resourceTemplates", std::move(items),
                       [this, asker, page](Items all)
                       {
                           const Answers asked{{page}};
                           _out.add(cacheableReply(asker, *pageOf(all, "resourceTemplates", &asked.value(0)), kOfTheManifest));
                       });
}

void Resources::read(const Asker& asker, const Value* params)
{
    const Value* uri = params != nullptr ? params->find("uri") : nullptr;
    if (uri == nullptr || !uri->is(Value::Kind::string)) return _out.add(errorReply(asker.id.text, kInvalidParams));
    const std::string address{uri->asString()};
    if (!readUri(address)) return _extension.pass(asker, "resources/read", params, [this, asker, address] { missing(asker, address); });
    fetch(asker, address,
          [this, asker, address](const std::string& content)
          {
              const ResourceKind& kind = *readUri(address)->kind;
              std::string text;
              JsonWriter json{text};
              json.beginObject().key("contents").beginArray().beginObject();
              json.field("uri", address).field("mimeType", kind.mimeType).field("text", content).endObject().endArray().endObject();
              _out.add(cacheableReply(asker, text, kind.what == What::skill ? kOfTheManifest : kOfTheMoment));
          });
}

void Resources::check(const Asker& asker, const Value& params, std::function<void()> there)
{
    const std::string uri{textAt(params, "uri")};
    if (!readUri(uri)) return _extension.pass(asker, "resources/subscribe", &params, [this, asker, uri] { missing(asker, uri); });
    fetch(asker, uri, [there = std::move(there)](const std::string&) { there(); });
}

void Resources::fetch(const Asker& asker, std::string_view uri, Take take)
{
    const std::string address{uri};
    _calls.whenReady(
        asker.id.key, [this, asker, address, take = std::move(take)](const Toolbox& toolbox) { fetchFrom(asker, address, toolbox, take); },
        [this, asker, address](const Failure& failure) { refuse(asker, address, failure); });
}

void Resources::fetchFrom(const Asker& asker, const std::string& uri, const Toolbox& toolbox, const Take& take)
{
    const ResourceUri read = *readUri(uri);
    if (!isOffered(*read.kind, toolbox.manifest())) return missing(asker, uri);
    if (read.kind->what == What::skill) return take(skillDocument(toolbox.manifest()));
    gather(
        _calls, asker.id.key, readQuestions(read),
        [this, asker, uri, take](const Answers& answers)
        {
            const ResourceUri of = *readUri(uri);
            if (of.kind->what == What::doctor) return take(std::string{answers.text(0)});
            if (of.kind->what != What::session) return take(std::string{textAt(answers.value(0), "text")});
            const std::string text = sessionText(answers, of.id);
            if (text.empty()) return missing(asker, uri);
            take(text);
        },
        [this, asker, uri](const Failure& failure) { refuse(asker, uri, failure); });
}

void Resources::missing(const Asker& asker, std::string_view uri)
{
    _out.add(errorReply(asker.id.text, asker.era == Era::stateless ? kMissing : kMissingThen, one("uri", uri)));
}

void Resources::refuse(const Asker& asker, std::string_view uri, const Failure& failure)
{
    if (isMissing(failure)) return missing(asker, uri);
    const std::string data = concat({one("uri", uri).substr(0, one("uri", uri).size() - 1), ",\"error\":", failure.json(), "}"});
    _out.add(errorReply(asker.id.text, kUnavailable, data));
}

} // namespace venomx::client::mcp
