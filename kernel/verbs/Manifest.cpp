#include "kernel/verbs/Manifest.h"

#include <Poco/Crypto/DigestEngine.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::kernel
{

void Manifest::refresh()
{
    if (_revision == _registry.revision()) return;
    _text.clear();
    JsonWriter json(_text);
    json.beginObject().field("format", 1).key("plugins").beginArray();
    for (const auto& entry : _registry.listing()) json.raw(pluginManifest(*entry.info, entry.verbs));
    json.endArray().endObject();
    for (std::size_t at = 0; (at = _text.find(kEventKinds, at)) != std::string::npos;) _text.replace(at, kEventKinds.size(), eventKinds());

    Poco::Crypto::DigestEngine engine("SHA256");
    engine.update(_text);
    _hash = Poco::DigestEngine::digestToHex(engine.digest());
    _revision = _registry.revision();
}

std::string Manifest::eventKinds() const
{
    std::string list;
    for (const auto& entry : _registry.listing())
        for (const std::string_view kind : entry.info->events) (list += list.empty() ? "" : ", ") += kind;
    return list.empty() ? "none" : list;
}

const std::string& Manifest::text()
{
    refresh();
    return _text;
}

const std::string& Manifest::hash()
{
    refresh();
    return _hash;
}

} // namespace venomx::kernel
