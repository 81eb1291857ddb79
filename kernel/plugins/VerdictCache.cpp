#include "kernel/plugins/VerdictCache.h"

#include <algorithm>
#include <optional>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

#include "kernel/plugins/PrivateFile.h"
#include "kernel/settings/Environment.h"

namespace venomx::kernel
{
namespace
{

constexpr std::string_view kName = "verdicts.json";
constexpr std::size_t kMostEntries = 128;

std::optional<std::string> textAt(const Value& object, std::string_view name)
{
    const Value* found = object.is(Value::Kind::object) ? object.find(name) : nullptr;
    if (found == nullptr || !found->is(Value::Kind::string)) return {};
    return std::string{found->asString()};
}

const Value* listAt(const Value& object, std::string_view name)
{
    const Value* found = object.is(Value::Kind::object) ? object.find(name) : nullptr;
    return found != nullptr && found->is(Value::Kind::array) ? found : nullptr;
}

} // namespace

VerdictCache::VerdictCache(std::string folder, std::string builder) : _folder(std::move(folder)), _builder(std::move(builder))
{
    if (_folder.empty()) return;
    if (const auto text = readPrivateFile(_folder, kName)) load(*text);
}

void VerdictCache::load(const std::string& text)
{
    Arena arena;
    JsonReader reader;
    const auto outcome = reader.read(text, arena);
    const Value* passed = outcome.error == JsonError::none ? listAt(outcome.value, "passed") : nullptr;
    if (passed == nullptr) return;
    for (const Value& item : passed->items())
    {
        const auto builder = textAt(item, "builder");
        const auto file = textAt(item, "file");
        const auto identity = textAt(item, "identity");
        const Value* verbs = listAt(item, "verbs");
        if (!builder || !file || !identity || verbs == nullptr) continue;
        Entry entry{*builder, *file, *identity, {}};
        for (const Value& verb : verbs->items())
            if (verb.is(Value::Kind::string)) entry.verbs.emplace_back(verb.asString());
        _entries.push_back(std::move(entry));
    }
}

const std::vector<std::string>* VerdictCache::find(const std::string& file, const std::string& identity) const
{
    if (identity.empty()) return nullptr;
    for (const Entry& entry : _entries)
        if (entry.file == file && entry.identity == identity && entry.builder == _builder) return &entry.verbs;
    return nullptr;
}

void VerdictCache::add(const std::string& file, const std::string& identity, const std::vector<std::string>& verbs)
{
    if (identity.empty()) return;
    std::erase_if(_entries, [&](const Entry& entry) { return entry.file == file && entry.builder == _builder; });
    _entries.push_back({_builder, file, identity, verbs});
    if (_entries.size() > kMostEntries) _entries.erase(_entries.begin());
}

void VerdictCache::save() const
{
    if (_folder.empty()) return;
    std::string text;
    JsonWriter json(text);
    json.beginObject().key("passed").beginArray();
    for (const Entry& entry : _entries)
    {
        json.beginObject().field("builder", std::string_view{entry.builder}).field("file", std::string_view{entry.file});
        json.field("identity", std::string_view{entry.identity}).key("verbs").beginArray();
        for (const std::string& verb : entry.verbs) json.value(std::string_view{verb});
        json.endArray().endObject();
    }
    json.endArray().endObject();
    writePrivateFile(_folder, kName, text);
}

std::string verdictFolder()
{
    if (const std::string_view cache = environmentPath("XDG_CACHE_HOME"); !cache.empty()) return std::string{cache} + "/venomx/plugins";
    if (const std::string_view home = environmentPath("HOME"); !home.empty()) return std::string{home} + "/.cache/venomx/plugins";
    return {};
}

} // namespace venomx::kernel
