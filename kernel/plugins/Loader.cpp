#include "kernel/plugins/Loader.h"

#include <Poco/ClassLoader.h>
#include <dlfcn.h>
#include <venomx/sdk/plugin.h>

namespace venomx::kernel
{
namespace
{

class PocoLoader final : public PluginLoader
{
public:
    explicit PocoLoader(std::function<void()> beforeMaking) : _beforeMaking(std::move(beforeMaking)) {}

    std::variant<std::unique_ptr<Plugin>, Refused> load(const std::string& file) override
    {
        // Poco opens lazily, so that a missing function would end the daemon at its first call; here it ends the loading.
        if (dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) == nullptr)
        {
            const char* why = dlerror(); // NOLINT(concurrency-mt-unsafe): each thread has its own in glibc and musl
            return Refused{"symbols", "it needs a symbol or library that this daemon does not have", why != nullptr ? why : ""};
        }
        try
        {
            _loader.loadLibrary(file);
        }
        catch (const Poco::Exception& failure)
        {
            return Refused{"manifest", "it has no list of plugin classes for this daemon", failure.displayText()};
        }
        catch (...)
        {
            return Refused{"manifest", "its library initialization threw an exception at this daemon"};
        }
        return make(file);
    }

private:
    std::variant<std::unique_ptr<Plugin>, Refused> make(const std::string& file)
    {
        const auto& manifest = _loader.manifestFor(file);
        if (manifest.size() != 1)
            return Refused{"classes", "it has " + std::to_string(manifest.size()) + " plugin classes; a plugin has one"};
        if (_beforeMaking) _beforeMaking();
        try
        {
            return std::unique_ptr<Plugin>((*manifest.begin())->create());
        }
        catch (const std::exception& failure)
        {
            return Refused{"constructor", "its constructor threw an exception at this daemon", failure.what()};
        }
        catch (...)
        {
            return Refused{"constructor", "its constructor threw an exception at this daemon"};
        }
    }

    std::function<void()> _beforeMaking;
    Poco::ClassLoader<Plugin> _loader;
};

} // namespace

std::unique_ptr<PluginLoader> classLoader(std::function<void()> beforeMaking)
{
    return std::make_unique<PocoLoader>(std::move(beforeMaking));
}

} // namespace venomx::kernel
