#include "Fixture.h"

#include <cppunit/TestAssert.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace venomx::client::test
{
namespace
{

constexpr std::string_view kManifest = R"({"format":1,"plugins":[
{"format":1,"plugin":"kernel","version":"0.1.0","summary":"The kernel","needs":[],"provides":[],"groups":{},"verbs":[
  {"name":"whoami","summary":"Say who the caller is","authorize":[],"effect":"read","params":[],"include":[],
   "result":[{"name":"principal","summary":"The caller's id","type":{"kind":"string"},"required":true}],"errors":[],"examples":[]},
  {"name":"config.list","summary":"List the configuration","authorize":[{"right":"admin"}],"effect":"read","params":[],"include":[],
   "result":[],"errors":[],"examples":[]},
  {"name":"manifest.get","summary":"Give the manifest","authorize":[],"effect":"read","params":[],"include":[],"result":[],"errors":[],"examples":[]},
  {"name":"events","summary":"Follow what happens","authorize":[],"effect":"read","stream":true,"include":[],
   "params":[{"name":"follow","summary":"Go on with what comes","type":{"kind":"boolean"},"required":false,"default":true}],
   "result":[{"name":"next","summary":"The next number","type":{"kind":"integer"},"required":true}],"errors":[],"examples":[]}]},
{"format":1,"plugin":"spawn","version":"0.1.0","summary":"Processes","needs":[],"provides":["spawner/1"],"verbs":[],
 "groups":{"spawn.params":{"owner":"spawn","params":[
   {"name":"argv","summary":"Argument vector","type":{"kind":"array","items":{"kind":"string"}},"required":false},
   {"name":"cwd","summary":"Absolute directory","type":{"kind":"string"},"required":false},
   {"name":"env","summary":"Variables to set","type":{"kind":"array","items":{"kind":"object","fields":[
      {"name":"name","summary":"Name","type":{"kind":"string"},"required":true},
      {"name":"value","summary":"Value","type":{"kind":"string"},"required":true}]}},"required":false},
   {"name":"env_unset","summary":"Names to remove","type":{"kind":"array","items":{"kind":"string"}},"required":false},
   {"name":"grants","summary":"Rights of the pane","type":{"kind":"array","items":{"kind":"object","fields":[
      {"name":"right","summary":"Right","type":{"kind":"string"},"required":true},
      {"name":"scope","summary":"Scope","type":{"kind":"string"},"required":true}]}},"required":false}],
  "errors":[{"code":"not_found.cwd","when":"No such directory","data":[]}]}}},
{"format":1,"plugin":"pane","version":"0.1.0","summary":"Panes","needs":[],"provides":[],"groups":{},"verbs":[
  {"name":"window.create","summary":"Create a window with one pane","description":"Starts a process.","effect":"write",
   "authorize":[{"right":"spawn","param":"session","kind":"session"}],
   "params":[
     {"name":"session","summary":"Session to add to","type":{"kind":"string"},"required":true},
     {"name":"cols","summary":"Columns","type":{"kind":"integer","min":1,"max":1000},"required":false,"default":80}],
   "include":["spawn.params"],"rest":"argv",
   "result":[{"name":"window","summary":"New window's id","type":{"kind":"string"},"required":true}],
   "errors":[{"code":"not_found.session","when":"No such session","data":[]}],
   "examples":[{"summary":"Run make in a project","params":{"session":"s0","cwd":"/srv/app","env":[{"name":"GREETING","value":"hello you"}],"argv":["make","it's"]}}]},
  {"name":"pane.list","summary":"List panes","authorize":[],"effect":"read","include":[],
   "params":[{"name":"session","summary":"Only of this session","type":{"kind":"string"},"required":false}],
   "result":[{"name":"panes","summary":"The panes","required":true,"type":{"kind":"array","items":{"kind":"object","fields":[
      {"name":"pane","summary":"Id","type":{"kind":"string"},"required":true},
      {"name":"pid","summary":"Process","type":{"kind":"integer"},"required":true},
      {"name":"state","summary":"State","type":{"kind":"string"},"required":true},
      {"name":"title","summary":"Title","type":{"kind":"string"},"required":true},
      {"name":"status","summary":"How it ended","type":{"kind":"object","fields":[]},"required":false}]}}}],"errors":[],"examples":[]},
  {"name":"pane.send","summary":"Type into a pane","authorize":[],"effect":"write","include":[],
   "params":[
     {"name":"pane","summary":"Pane","type":{"kind":"string"},"required":true},
     {"name":"text","summary":"Text","type":{"kind":"string"},"required":false,"stdin":true},
     {"name":"paste","summary":"As a paste","type":{"kind":"boolean"},"required":false},
     {"name":"rate","summary":"Speed","type":{"kind":"number"},"required":false},
     {"name":"extra","summary":"More","type":{"kind":"object","fields":[]},"required":false},
     {"name":"no_echo","summary":"A name that begins with no","type":{"kind":"boolean"},"required":false},
     {"name":"axis","summary":"Which way","type":{"kind":"string","choices":["rows","cols"]},"required":false}],
   "result":[{"name":"pane","summary":"Pane","type":{"kind":"string"},"required":true}],"errors":[],"examples":[]},
  {"name":"pane.wait","summary":"Wait for a pane","authorize":[],"effect":"read","include":[],"waits":true,
   "params":[{"name":"pane","summary":"Pane","type":{"kind":"string"},"required":true}],"result":[],"errors":[],"examples":[]},
  {"name":"pane.capture","summary":"Read a pane's screen","authorize":[],"effect":"read","include":[],
   "params":[{"name":"pane","summary":"Pane","type":{"kind":"string"},"required":true}],
   "result":[{"name":"text","summary":"The screen","type":{"kind":"string"},"required":false}],"errors":[],"examples":[]},
  {"name":"pane.output","summary":"Follow a pane's output","authorize":[],"effect":"read","include":[],"stream":true,
   "params":[{"name":"pane","summary":"Pane","type":{"kind":"string"},"required":true},
     {"name":"span","summary":"Of a kind that a newer daemon knows","type":{"kind":"span"},"required":false}],"result":[],"errors":[],"examples":[]}]},
{"format":1,"plugin":"doctor","version":"0.1.0","summary":"Health","needs":[],"provides":[],"groups":{},"verbs":[
  {"name":"doctor","summary":"Check the daemon's health","authorize":[],"effect":"read","include":[],
   "params":[{"name":"strict","summary":"Warnings count as failures","type":{"kind":"boolean"},"required":false,"default":false}],
   "result":[{"name":"status","summary":"Worst status","type":{"kind":"string"},"required":true}],"errors":[],"examples":[],
   "exit":{"field":"status","values":{"fail":1}}}]}]})";

} // namespace

const std::string& manifestText()
{
    static const std::string text = []
    {
        std::string line{kManifest};
        std::erase(line, '\n');
        return R"({"manifest":)" + line + R"(,"hash":")" + std::string{kHash} + "\"}";
    }();
    return text;
}

const Manifest& manifest()
{
    static const std::optional<Manifest> read = Manifest::read(manifestText());
    CPPUNIT_ASSERT(read.has_value());
    return *read;
}

VerbView verb(std::string_view name)
{
    const std::optional<VerbView> found = manifest().find(name);
    CPPUNIT_ASSERT_MESSAGE(std::string{name}, found.has_value());
    return *found;
}

Json::Json(std::string_view text)
{
    JsonReader reader;
    const JsonReader::Outcome outcome = reader.read(text, _arena);
    CPPUNIT_ASSERT_MESSAGE(std::string{text}, outcome.error == JsonError::none);
    _value = outcome.value;
}

} // namespace venomx::client::test
