import { PAGE_LIMIT_MAX } from '../../shared/contract/base.ts';

const DESCRIPTION = `
Read and write the contacts, messages and conversations of one workspace.

## First call

\`\`\`sh
curl "$BASE_URL/api/v1/contacts" \\
  -H "Authorization: Bearer $KEY"
\`\`\`

The [integration guide](/docs/guide) shows the most common tasks, in curl and in TypeScript. This server provides the typed client:
\`npm install "$BASE_URL/docs/switchboard-client.tgz"\`.

## Authentication

Send \`Authorization: Bearer <API key>\`, with one space, with every request. Owners and admins create and delete keys
in the dashboard under API Keys. A key is shown once, belongs to one workspace, and expires only if it was given an
expiry. A missing, wrong or deleted key gets 401 \`unauthorized\`, and one that has expired 401 \`key_expired\`. A key without
the permission for the operation gets 403 \`forbidden\`; one that is limited to IP addresses gets 403
\`address_not_allowed\` from any other address. Resources of other workspaces get 404, as if they did not exist.

## Requests and responses

Bodies are JSON in UTF-8, \`Content-Type: application/json\`, up to 256 KB. An unknown field is an error, so that
typos are detected. Times are ISO 8601 in UTC with milliseconds. Ids are opaque strings with a prefix
(\`ct_…\`, \`msg_…\`) and sort by creation. Phone numbers are accepted in any common format, with country code, and
returned as digits. A single resource is returned as it is, a list as \`{"data": […], "pagination": {…}}\`.

## Paging

\`page\` and \`limit\` are for screens with page numbers; a \`limit\` above ${PAGE_LIMIT_MAX} counts as ${PAGE_LIMIT_MAX}, and the
response says so. To read a whole list, send the \`nextCursor\` of each response as the \`cursor\` of the next request until it is
null: no row is skipped or repeated when rows are added meanwhile, and late pages cost no more than early ones. A cursor belongs to
its list and filters. The total of a search is exact up to 1,000; above that, it is 1000 with \`"totalIsCapped": true\`.

## Errors

Every error has the same body, \`{"error": {"code", "message", "details", "requestId", "docsUrl"}}\`. \`code\` is stable and for
programs, \`message\` says what went wrong and what to do, for people, \`details\` lists the invalid fields. \`requestId\` is also in the
\`X-Request-Id\` header of every response: quote it when you ask for help. \`docsUrl\` explains
the error ([all errors](/docs/errors)). An unsupported method gets 405
\`method_not_allowed\` with \`Allow\`; OPTIONS returns the same list.

## Limits

By default, the limits are 600 requests a minute for each key and 3,000 for each workspace; the operator can change them. Every
response reports what is left in \`RateLimit\` and the rule in \`RateLimit-Policy\`. Above a limit, you get 429
\`rate_limited\` with the seconds to wait in \`Retry-After\`. 503 \`unavailable\` also has \`Retry-After\`, and
means that nothing was stored.

## Idempotency

Send an \`Idempotency-Key\` with every POST, a new one for each action: 1 to 255 visible characters, such as a UUID. If a
response is lost, send the same request with the same key again: within 24 hours you get the same response, with
\`Idempotency-Replayed: true\`, and nothing is done twice. If the contact of that response was deleted, you get 404
\`contact_not_found\`: use a new key to run the request again. The same key with a different request gets 409
\`idempotency_conflict\`; while the first request is running, it gets 409 \`idempotency_in_progress\` with
\`Retry-After\`. Only successful responses are stored. GET, PUT, PATCH and DELETE can be
repeated without a key: the second time changes nothing, and the deletion of something that no longer exists gets 404.

## Versioning

The version is in the path, \`/api/v1\`. Within a version, we may add operations, optional parameters, fields of responses, values
of enumerations, events and error codes; we do not remove anything, change its meaning or accept less. Ignore unknown fields, and
expect new values in \`type\`, \`status\`, \`code\` and \`warnings\`. The [changelog](/docs/changelog) lists what is new.
`.trim();

export const INFO = {
  title: 'Switchboard API',
  version: '1.2.0',
  summary: 'Contacts, messages and conversations of one workspace',
  description: DESCRIPTION,
};

export const TAGS = [
  {
    name: 'Contacts',
    description: 'Customer records: name, phone number, email address, tags, and how warm the lead is.',
  },
  {
    name: 'Segments',
    description: 'Saved filters of contacts, for lists and for the audience of broadcasts.',
  },
  {
    name: 'Messages',
    description:
      'Send messages to contacts, and read the message history. A message is `queued` until WhatsApp accepts it, then `sent`, `delivered` and `read`, or `failed` with its `error`.',
  },
  {
    name: 'Templates',
    description:
      'Approved texts for the time when the reply window is closed. WhatsApp approves them; this is the local list.',
  },
  {
    name: 'Conversations',
    description:
      'The work on conversations: who is assigned, what is open, snoozed or closed, labels, and the notes of the team. There is one conversation with each contact; it starts with the first message.',
  },
  {
    name: 'Insights',
    description: 'The figures of the workspace: messages, response times, failures and what members did.',
  },
  {
    name: 'Broadcasts',
    description:
      'One template to many contacts. Everyone of the audience gets it once, or is listed with the reason.',
  },
  {
    name: 'Account',
    description: 'The workspace and the key of a program, and whether messages can be sent now.',
  },
  {
    name: 'Webhook endpoints',
    description:
      'Addresses of your programs that receive events. See the webhooks below for what is sent to them.',
  },
  {
    name: 'Media',
    description:
      'The files of messages. Files that customers send are downloaded from WhatsApp in the background and stored here; `media` of the message shows their state.',
  },
];

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_<workspace>_<random>',
    description: 'An API key of the workspace, created in the dashboard under API Keys.',
  },
} as const;
