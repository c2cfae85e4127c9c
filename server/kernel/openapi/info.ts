import { PAGE_LIMIT_MAX } from '../../../shared/contract/base.ts';

const DESCRIPTION = `
Contacts and messages of one workspace.

## First call

\`\`\`sh
curl "$BASE_URL/api/v1/contacts" \\
  -H "Authorization: Bearer $KEY"
\`\`\`

[The guide](/docs/guide) has the most common jobs, in curl and in TypeScript. The typed client comes from this server:
\`npm install "$BASE_URL/docs/switchboard-client.tgz"\`.

## Authentication

Send \`Authorization: Bearer <API key>\`, with one space, with every request. Keys are made, and revoked, by owners
and admins under API keys of the dashboard; a key is shown once, belongs to one workspace and does not expire. A
missing, wrong or revoked key is answered with 401 \`unauthorized\`, a key without the permission of the operation
with 403 \`forbidden\`. What belongs to another workspace is 404, as if it had never existed.

## Requests and answers

Bodies are JSON in UTF-8, \`Content-Type: application/json\`, up to 256 KB; an unknown field is a fault, so that
a misspelt one is not lost. Times are ISO 8601 in UTC with milliseconds. Ids are opaque text with a prefix
(\`ct_…\`, \`msg_…\`) and sort by creation. Phone numbers are taken as people write them, with country code, and given
back as digits. A single thing is answered as it is, a list as \`{"data": […], "pagination": {…}}\`.

## Paging

\`page\` and \`limit\` serve screens with page numbers; a \`limit\` above ${PAGE_LIMIT_MAX} is taken as ${PAGE_LIMIT_MAX} and given back so. To walk
a whole list, send the \`nextCursor\` of each answer as \`cursor\` of the next request until it is null: nothing is
skipped or repeated when rows are added meanwhile, and far pages cost no more than near ones. A cursor belongs to its list and
filters. The total of a search is exact up to 1,000; beyond, it is 1000 with \`"totalIsCapped": true\`.

## Errors

Every error has the same body, \`{"error": {"code", "message", "details", "requestId"}}\`. \`code\` is stable and for
programs, \`message\` is one sentence for people, \`details\` names the fields at fault. \`requestId\` is also in the
header \`X-Request-Id\` of every answer: quote it when you ask for help. A method that an address does not take is
answered with 405 \`method_not_allowed\` and \`Allow\`; OPTIONS tells the same.

## Limits

600 requests a minute for each key and 3,000 for each workspace, unless the operator has set others. Every answer tells what is left in
\`RateLimit\` and the rule in \`RateLimit-Policy\`; past the limit comes 429 \`rate_limited\` with the seconds to wait in
\`Retry-After\`. 503 \`unavailable\` has \`Retry-After\` too, and means that nothing was stored.

## Idempotency

Send \`Idempotency-Key\` with every POST, a new one for each thing that you want done: 1 to 255 visible characters, such as a
UUID. When an answer gets lost, send the same request with the same key again: within 24 hours it is answered as
the first time, with \`Idempotency-Replayed: true\`, and nothing is done twice. The same key with another request is 409
\`idempotency_conflict\`; while the first request still runs, 409 \`idempotency_in_progress\` with \`Retry-After\`. Only
successes are kept. GET, PATCH and DELETE may be sent again without a key.

## Versioning

The version is in the path, \`/api/v1\`. Within it, fields, kinds of message, error codes and operations are added, and
nothing is taken away or changes its meaning: ignore fields that you do not know, and expect words that you do not know where a
list of them may grow (\`type\`, \`code\`, \`warnings\`).
`.trim();

export const INFO = {
  title: 'Switchboard API',
  version: '1.0.0',
  summary: 'Contacts and messages of one workspace',
  description: DESCRIPTION,
};

export const TAGS = [
  {
    name: 'Contacts',
    description: 'Customer records: name, phone number, email address, tags, and how warm the lead is.',
  },
  {
    name: 'Messages',
    description:
      'Sending messages to contacts, and what has been said. A message is `queued` until the platform has taken it, then `sent`, `delivered` and `read`, or `failed` with its `error`.',
  },
  {
    name: 'Media',
    description:
      'The files of messages. What a customer sends is fetched from the platform in the background and kept here; `media` of its message says how it stands.',
  },
];

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_<workspace>_<random>',
    description: 'An API key of the workspace, made in the dashboard under API keys.',
  },
} as const;
