// Drives `venomx mcp` with one of the two generations of the official client and prints what it saw as one JSON document.
//   client.mjs GENERATION(1|2) MODE(legacy|auto|2026-07-28) VENOMX PANE
const [generation, mode, venomx, pane] = process.argv.slice(2);

async function connect() {
    const options = { command: venomx, args: ["mcp"], env: process.env };
    const who = { name: "test", version: "1" };
    if (generation === "1") {
        const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
        const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
        const client = new Client(who);
        await client.connect(new StdioClientTransport(options));
        return client;
    }
    const { Client } = await import("@modelcontextprotocol/client");
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const client = new Client(who, { versionNegotiation: { mode: mode === "2026-07-28" ? { pin: mode } : mode } });
    await client.connect(new StdioClientTransport(options));
    return client;
}

const client = await connect();
const seen = { server: client.getServerVersion().name };
const { tools } = await client.listTools();
seen.tools = tools.length;
// The client itself holds a result's structured content to the tool's output schema.
seen.whoami = (await client.callTool({ name: "whoami", arguments: {} })).structuredContent;
seen.capture = (await client.callTool({ name: "pane_capture", arguments: { pane } })).structuredContent.pane;
const refused = await client.callTool({ name: "pane_info", arguments: { pane: "p999" } });
seen.refused = [refused.isError, JSON.parse(refused.content[0].text).error.code];
const progress = [];
await client.callTool({ name: "pane_wait", arguments: { pane, until: "exit", timeout_ms: 300 } },
    ...(generation === "1" ? [undefined] : []), { onprogress: (told) => progress.push(told.progress) });
seen.progress = progress.length > 2 && progress.every((value, index) => index === 0 || value > progress[index - 1]);
seen.resources = (await client.listResources()).resources.map((resource) => resource.uri);
seen.screen = (await client.readResource({ uri: `venomx://pane/${pane}/screen` })).contents[0].text.trimEnd();
seen.prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
seen.prompt = (await client.getPrompt({ name: "hand_over_pane", arguments: { pane } })).messages.length;
seen.completion = (await client.complete({ ref: { type: "ref/prompt", name: "hand_over_pane" }, argument: { name: "pane", value: "" } })).completion.values;
seen.image = (await client.callTool({ name: "test_image_content", arguments: {} })).content[0].type;
await client.close();
console.log(JSON.stringify(seen));
