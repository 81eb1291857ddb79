#include "AuthorityRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <vector>

#include "kernel/events/EventVerbs.h"

namespace venomx::tests
{

using namespace venomx::kernel;

namespace
{

/// The events verb in a room, without gate: each call is a reader.
class Readers
{
public:
    explicit Readers(AuthorityRoom& room)
        : _room(room), _verb(eventsVerb({room.parts.ring, room.parts.rights, room.parts.subscriptions, info}))
    {
    }

    std::unique_ptr<FakeCall> read(std::string_view params, PrincipalId who = PrincipalId::owner(), bool writable = true)
    {
        auto fake = std::make_unique<FakeCall>(*_verb.spec, params, who);
        fake->setWritable(writable);
        Call call = fake->take();
        call.guard([&] { _verb.run(call); });
        return fake;
    }

    FakeDaemonInfo info;

private:
    AuthorityRoom& _room;
    Verb _verb;
};

/// The seqs of a reader's event frames; 0 and the kind for one that is no number's.
std::string seqs(const FakeCall& reader)
{
    std::string text;
    for (const std::string& frame : reader.frames())
    {
        const std::size_t at = frame.find(R"("seq":)") + 6;
        text += frame.substr(at, frame.find(',', at) - at);
        if (frame.find("events.gap") != std::string::npos) text += "gap" + frame.substr(frame.find(R"("missed":)") + 9, 1);
        text += ' ';
    }
    return text + reader.endReason();
}

} // namespace

class EventsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(EventsTest);
    CPPUNIT_TEST(areWrittenOnceInOrder);
    CPPUNIT_TEST(ringKeepsTheLast);
    CPPUNIT_TEST(replayGivesWhatIsThereAndEnds);
    CPPUNIT_TEST(followersGetWhatComes);
    CPPUNIT_TEST(eachFollowersShareMayBeSentOnItsOwn);
    CPPUNIT_TEST(filtersApply);
    CPPUNIT_TEST(readersGetWhatTheyMayRead);
    CPPUNIT_TEST(theLastEventFindsItsReaders);
    CPPUNIT_TEST(aPrincipalSeesItsOwnPanesExit);
    CPPUNIT_TEST(slowReadersAreToldOfTheGap);
    CPPUNIT_TEST(aReplayKeepsItsPromise);
    CPPUNIT_TEST(replaysHoldNoMoreThanAFewRings);
    CPPUNIT_TEST(anotherLifeIsAConflict);
    CPPUNIT_TEST(endedReadersAreForgotten);
    CPPUNIT_TEST_SUITE_END();

    static constexpr PrincipalId kOwner = PrincipalId::owner();

    static void publish(AuthorityRoom& room, int count)
    {
        for (int i = 0; i < count; ++i) room.parts.ring.publish("test.event", {}, {});
    }

    void areWrittenOnceInOrder()
    {
        AuthorityRoom room;
        room.clock.set({}, std::chrono::system_clock::time_point{std::chrono::milliseconds{1'796'047'511'042}});
        Result data;
        data.field("n", 1);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, room.parts.ring.publish("test.event", {}, std::move(data)));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, room.parts.ring.publish("test.other", {}, {}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"seq":1,"at":"2026-11-30T14:05:11.042Z","kind":"test.event","data":{"n":1}})"},
                             room.parts.ring.at(1)->json);
        CPPUNIT_ASSERT(room.parts.ring.at(0) == nullptr && room.parts.ring.at(3) == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, room.parts.ring.published().read());
    }

    void ringKeepsTheLast()
    {
        AuthorityRoom room{4};
        publish(room, 10);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{7}, room.parts.ring.oldest());
        CPPUNIT_ASSERT(room.parts.ring.at(6) == nullptr && room.parts.ring.at(7)->seq == 7 && room.parts.ring.at(10)->seq == 10);
        room.parts.ring.resize(2);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{9}, room.parts.ring.oldest());
    }

    void replayGivesWhatIsThereAndEnds()
    {
        AuthorityRoom room;
        Readers readers{room};
        publish(room, 3);
        const auto all = readers.read(R"({"since":0,"follow":false})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"boot":"00112233445566ff","from":1,"next":4,"count":3})"}, all->answer().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 done"}, seqs(*all));
        CPPUNIT_ASSERT_EQUAL(std::string{"3 done"}, seqs(*readers.read(R"({"since":3,"follow":false})")));
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, seqs(*readers.read(R"({"follow":false})")));
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, seqs(*readers.read(R"({"since":99,"follow":false})")));
    }

    void followersGetWhatComes()
    {
        AuthorityRoom room;
        Readers readers{room};
        publish(room, 2);
        const auto fresh = readers.read("{}");
        const auto full = readers.read(R"({"since":2})");
        const auto later = readers.read(R"({"since":4})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"boot":"00112233445566ff","from":3,"next":3,"count":0})"}, fresh->answer().str());
        publish(room, 2);
        CPPUNIT_ASSERT_EQUAL(std::string{""}, seqs(*fresh)); // at the end of the turn, all at once
        room.turn();
        CPPUNIT_ASSERT_EQUAL(std::string{"3 4 "}, seqs(*fresh));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 3 4 "}, seqs(*full));
        CPPUNIT_ASSERT_EQUAL(std::string{"4 "}, seqs(*later));
    }

    void filtersApply()
    {
        AuthorityRoom room;
        Readers readers{room};
        const ResourceId s0 = room.session(kOwner);
        const ResourceId w0 = room.window(s0, kOwner);
        const ResourceId s1 = room.session(kOwner);
        const ResourceId pane = room.paneOf(room.pane(w0, kOwner)); // 1: principal.created about p0
        room.parts.ring.publish("session.created", {s1}, {});       // 2
        room.parts.ring.publish("window.created", {w0}, {});        // 3
        room.parts.ring.publish("pane.created", {pane}, {});        // 4
        room.parts.ring.publish("daemon.stopping", {}, {});         // 5
        const auto with = [&](std::string_view filter)
        { return seqs(*readers.read(R"({"since":0,"follow":false)" + std::string{filter} + "}")); };
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 5 done"}, with(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"3 5 done"}, with(R"(,"kinds":["window.created","daemon.stopping","other"])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"3 4 done"}, with(R"(,"kinds":["window.*","pane.created","windo.*"])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, with(R"(,"kinds":["window"])"));
        const std::string longest = "k." + std::string(62, 'k');
        const std::string tooLong = longest + "x";
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, with(R"(,"kinds":[")" + longest + R"("])"));
        std::string many = R"("pane.created")";
        for (int i = 1; i < 64; ++i) many += R"(,"pane.closed")";
        CPPUNIT_ASSERT_EQUAL(std::string{"4 done"}, with(R"(,"kinds":[)" + many + "]"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.kinds {"param":"kinds"})"},
                             readers.read(R"({"kinds":[)" + many + R"(,"pane.closed"]})")->answer().str());
        for (const std::string wrong : {"", "*", ".*", "pane exited", "pane.", "pane.*.x", "Pane.exited", "*.exited", tooLong.c_str()})
            CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.kinds {"param":"kinds.1"})"},
                                 readers.read(R"({"kinds":["pane.exited",")" + wrong + R"("]})")->answer().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"1 4 done"}, with(R"(,"pane":"p0")"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 3 4 done"}, with(R"(,"session":"s0")"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 done"}, with(R"(,"session":"s1")"));
        CPPUNIT_ASSERT_EQUAL(std::string{"4 done"}, with(R"(,"session":"s0","pane":"p0","kinds":["pane.created"])"));
    }

    void eachFollowersShareMayBeSentOnItsOwn()
    {
        AuthorityRoom room;
        Readers readers{room};
        const auto first = readers.read("{}");
        const auto second = readers.read("{}");
        std::string seen;
        const auto look = [&] { seen += seqs(*first) + "| " + seqs(*second) + "; "; };
        publish(room, 2);
        room.parts.subscriptions.sendAll(look);
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 | ; 1 2 | 1 2 ; "}, seen);
        room.parts.subscriptions.sendAll(look); // there is nothing new
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 | ; 1 2 | 1 2 ; "}, seen);
    }

    void readersGetWhatTheyMayRead()
    {
        AuthorityRoom room;
        Readers readers{room};
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        const PrincipalId narrow = room.pane(w0, kOwner);                                      // 1 about p0
        const PrincipalId wide = room.pane(w0, kOwner, R"([{"right":"read","scope":"*"}])");   // 2 about p1
        const PrincipalId admin = room.pane(w0, kOwner, R"([{"right":"admin","scope":"*"}])"); // 3 about p2
        room.parts.ring.publish("window.created", {w0}, {});                                   // 4
        room.parts.ring.publish("plugin.started", {}, {});                                     // 5
        room.parts.ring.publish("pane.created", {ResourceId{ResourceKind::pane, 77}}, {});     // 6: nobody knows it
        const auto of = [&](PrincipalId who) { return seqs(*readers.read(R"({"since":0,"follow":false})", who)); };
        CPPUNIT_ASSERT_EQUAL(std::string{"1 done"}, of(narrow));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 6 done"}, of(wide));
        CPPUNIT_ASSERT_EQUAL(std::string{"5 done"}, of(admin));
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, of(PrincipalId::unknown()));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"boot":"00112233445566ff","from":1,"next":7,"count":1})"},
                             readers.read(R"({"since":0,"follow":false})", narrow)->answer().str());
    }

    void theLastEventFindsItsReaders()
    {
        AuthorityRoom room;
        Readers readers{room};
        const ResourceId s0 = room.session(kOwner);
        const ResourceId w0 = room.window(s0, kOwner);
        const PrincipalId watcher = room.pane(w0, kOwner, R"([{"right":"read","scope":"session:s0"}])"); // 1
        const ResourceId gone = room.paneOf(room.pane(w0, kOwner));                                      // 2
        room.parts.index.removed(gone);                                                                  // 3 principal.revoked
        room.parts.ring.publish("pane.closed", {gone}, {});                                              // 4
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 done"}, seqs(*readers.read(R"({"since":0,"follow":false})", watcher)));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 done"}, seqs(*readers.read(R"({"since":0,"follow":false,"session":"s0"})")));
    }

    /// All in one turn, as plugin `pane` does it.
    void aPrincipalSeesItsOwnPanesExit()
    {
        AuthorityRoom room;
        Readers readers{room};
        const PrincipalId own = room.pane(room.window(room.session(kOwner), kOwner), kOwner); // 1 principal.created
        const auto reader = readers.read("{}", own);
        room.parts.ring.publish("pane.exited", {room.paneOf(own)}, {}); // 2
        room.parts.principals.ended(own);                               // 3 principal.revoked
        CPPUNIT_ASSERT_EQUAL(std::string{"2 "}, seqs(*reader));
        room.turn();
        CPPUNIT_ASSERT_EQUAL(std::string{"2 "}, seqs(*reader));
    }

    void slowReadersAreToldOfTheGap()
    {
        AuthorityRoom room{4};
        Readers readers{room};
        publish(room, 1);
        const auto slow = readers.read(R"({"since":1})");
        slow->setWritable(false);
        publish(room, 9);
        room.turn();
        CPPUNIT_ASSERT_EQUAL(std::string{"1 "}, seqs(*slow));
        slow->setWritable(true);
        CPPUNIT_ASSERT_EQUAL(std::string{"1 7gap5 7 8 9 10 "}, seqs(*slow));
        publish(room, 1);
        room.turn();
        CPPUNIT_ASSERT_EQUAL(std::string{"1 7gap5 7 8 9 10 11 "}, seqs(*slow));
        const auto late = readers.read(R"({"since":5,"follow":false})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"boot":"00112233445566ff","from":5,"next":12,"count":5})"}, late->answer().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"8gap3 8 9 10 11 done"}, seqs(*late));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, room.parts.ring.gaps().read());
    }

    static std::string afterAll(AuthorityRoom& room, FakeCall& reader)
    {
        publish(room, 9);
        CPPUNIT_ASSERT_EQUAL(std::string{""}, seqs(reader));
        reader.setWritable(true);
        return seqs(reader);
    }

    /// However slow its reader is, and whatever the ring forgets meanwhile.
    void aReplayKeepsItsPromise()
    {
        AuthorityRoom room{4};
        Readers readers{room};
        const auto slow = [&](std::string_view params) { return readers.read(params, kOwner, false); };
        publish(room, 3);
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 done"}, afterAll(room, *slow(R"({"since":0,"follow":false})")));
        room.parts.ring.publish("test.other", {}, {}); // 13
        publish(room, 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"13 done"}, afterAll(room, *slow(R"({"since":0,"kinds":["test.other"],"follow":false})")));
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, afterAll(room, *slow(R"({"since":0,"kinds":["test.none"],"follow":false})")));

        const auto late = slow(R"({"since":28,"follow":false})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"boot":"00112233445566ff","from":28,"next":33,"count":5})"}, late->answer().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"29gap1 29 30 31 32 done"}, afterAll(room, *late));
    }

    /// Whoever comes when the others hold all that may be held is told of the gap; what is let go can be held again.
    void replaysHoldNoMoreThanAFewRings()
    {
        AuthorityRoom room{4};
        Readers readers{room};
        publish(room, 4);
        const auto slow = [&] { return readers.read(R"({"since":0,"follow":false})", kOwner, false); };
        std::vector<std::unique_ptr<FakeCall>> held;
        for (int i = 0; i < 4; ++i) held.push_back(slow());
        const auto fifth = slow();
        CPPUNIT_ASSERT_EQUAL(std::string{"5gap4 done"}, afterAll(room, *fifth));
        held[3]->cancel();
        const auto sixth = slow();
        CPPUNIT_ASSERT_EQUAL(std::string{"10 11 12 13 done"}, afterAll(room, *sixth));
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 done"}, afterAll(room, *held[static_cast<std::size_t>(i)]));
        for (auto& one : held) one = slow();
        for (auto& one : held) CPPUNIT_ASSERT_EQUAL(std::string{"46 47 48 49 done"}, afterAll(room, *one));
    }

    void anotherLifeIsAConflict()
    {
        AuthorityRoom room;
        Readers readers{room};
        CPPUNIT_ASSERT_EQUAL(std::string{"refused conflict.boot {}"},
                             readers.read(R"({"since":0,"boot":"ffffffffffffffff"})")->answer().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, seqs(*readers.read(R"({"since":0,"boot":"00112233445566ff","follow":false})")));
    }

    void endedReadersAreForgotten()
    {
        AuthorityRoom room;
        Readers readers{room};
        const auto reader = readers.read("{}");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.parts.subscriptions.count());
        reader->cancel();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, room.parts.subscriptions.count());
        publish(room, 1);
        room.turn();
        CPPUNIT_ASSERT(reader->frames().empty());
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(EventsTest);

} // namespace venomx::tests
