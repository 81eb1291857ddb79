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

    Poco::Crypto::DigestEngine engine("SHA256");
    engine.update(_text);
    _hash = Poco::DigestEngine::digestToHex(engine.digest());
    _revision = _registry.revision();
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
