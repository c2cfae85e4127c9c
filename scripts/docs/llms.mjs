import { referenceOf } from './catalogues.mjs';

/** Returns llms.txt (llmstxt.org): what the API is, with links to its texts. */
export function llmsText(pages, operations, webhooks) {
  const operationsText = operations.map(
    (one) => `- [${one.method} ${one.path}](${referenceOf(one)}): ${one.summary}`,
  );
  return `# Switchboard API

> Read and write the contacts, messages and conversations of one workspace that talks to its customers on WhatsApp. HTTP and JSON under
> \`/api/v1\`, with an API key: \`Authorization: Bearer svc_…\`.

- Send every POST with an \`Idempotency-Key\`. Repeat requests after 429 and 503, as \`Retry-After\` says.
- Phone numbers have their country code. \`GET /api/v1/me\` tests a key.
- Free text reaches a customer for 24 hours after their last message; send a template at any other time.
- The model of the server answers in the format of OpenAI's API, at an address and with keys of its own: see Inference.
- An MCP server for assistants is at \`POST /mcp\`, with the same API keys.
- Clients: \`npm install <server>/docs/switchboard-client.tgz\` (TypeScript), [switchboard.py](/docs/switchboard.py) (Python).

## Documentation

- [OpenAPI document](/api/v1/openapi.json): all operations, schemas, errors and events
${pages.map(({ name, title, about }) => `- [${title}](/docs/${name}.md): ${about}`).join('\n')}

## Operations

${operationsText.join('\n')}

## Webhook events

${Object.entries(webhooks)
  .map(([type, { post }]) => `- ${type}: ${post.summary}`)
  .join('\n')}
`;
}
