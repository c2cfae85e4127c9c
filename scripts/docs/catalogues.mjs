import { errorsOf } from '../integrations/operations.mjs';

/**
 * Returns the page of all errors of the API as Markdown: cause, fix, an example, and the operations that return it.
 * @param causes docs/errors.md, which explains codes whose message does not say enough.
 * @param guide docs/integrators.md, whose table has what to do.
 */
export function errorCatalogue(operations, causes, guide) {
  const errors = new Map();
  for (const operation of operations) {
    for (const error of errorsOf(operation)) {
      const known = errors.get(error.code) ?? { ...error, operations: [] };
      errors.set(error.code, { ...known, operations: [...known.operations, operation] });
    }
  }
  const explained = new Map(sectionsOf(causes));
  const fixes = new Map(
    [...guide.matchAll(/^\| (\d{3}) \| `(\w+)` \| (.*) \|$/gm)].map(([, status, code, fix]) => [
      code,
      { status: Number(status), fix },
    ]),
  );
  // Those of requests that are no operation, such as a wrong address, are in the table of the guide alone.
  const codes = [...fixes]
    .map(([code, { status }]) => ({ code, status }))
    .sort((a, b) => a.status - b.status);
  const sections = codes.map(({ code, status }) => {
    const error = errors.get(code);
    const cause = explained.get(code) ?? error?.message;
    return [
      `## ${code}`,
      `**Status ${status}**${error ? ` · ${error.message}` : ''}`,
      ...(cause && cause !== error?.message ? [`**Cause.** ${cause}`] : []),
      `**What to do.** ${sentence(fixes.get(code).fix)}`,
      ...(error
        ? [`\`\`\`json\n${JSON.stringify(error.example, null, 2)}\n\`\`\``, returnedBy(error, operations)]
        : []),
    ].join('\n\n');
  });
  return `# Errors

Every error has the same body. \`code\` is stable and for programs; show \`message\` to people. \`docsUrl\` is the address of the section on
this page. \`requestId\` identifies the request in the server's log. We may add codes: handle an unknown one by its status.

Retry after 429, 502, 503, 504, connection errors,
and the codes \`idempotency_in_progress\`, \`outcome_unknown\` and, with \`Retry-After\`, \`media_not_ready\`. Wait for \`Retry-After\` where there is
one, and send every POST with its \`Idempotency-Key\`.

${table(codes, errors, explained)}

${sections.join('\n\n')}
`;
}

function table(codes, errors, explained) {
  const rows = codes.map(
    ({ code, status }) =>
      `| ${status} | [\`${code}\`](#${code}) | ${errors.get(code)?.message ?? explained.get(code) ?? ''} |`,
  );
  return ['| status | code | meaning |', '|---|---|---|', ...rows].join('\n');
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.');

function returnedBy({ operations: those }, all) {
  if (those.length === all.length) return 'Any operation can return it.';
  const names = those.map((one) => `[${one.summary}](${referenceOf(one)})`);
  return `Returned by: ${names.join(', ')}.`;
}

/** Returns the address of an operation in the reference. */
export function referenceOf({ tag, method, path }) {
  return `/docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
}

/** Returns the page of all events as Markdown, each with its fields and an example. */
export function eventCatalogue(webhooks, schemas) {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema, examples } = post.requestBody.content['application/json'];
    return {
      type,
      summary: post.summary,
      schema: schemas[schema.$ref.split('/').at(-1)],
      example: examples.sample.value,
    };
  });
  const rows = events.map(({ type, summary }) => `| [\`${type}\`](#${idOf(type)}) | ${summary} |`);
  const [first] = events;
  return `# Events

Switchboard sends these events to your webhook endpoints. An endpoint receives the events that its \`events\` names, or all with \`*\`.
[Receiving webhooks](integrators.md#receiving-webhooks) shows how to add an endpoint and verify a request.

| event | when |
|---|---|
${rows.join('\n')}

## Fields of every event

| field | value |
|---|---|
${Object.entries(first.schema.properties)
  .filter(([field]) => events.every(({ schema }) => schema.properties[field]) && field !== 'data')
  .map(([field, part]) => `| \`${field}\` | ${part.description ?? typeOf(part)} |`)
  .join('\n')}

Requests have the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. A delivery succeeds with a 2xx response within
the endpoint's timeout; otherwise it is retried for three days. An event can arrive more than once: store the ids that you have handled.

${events.map((event) => `## ${event.type}\n\n${event.summary}.\n\n\`\`\`json\n${JSON.stringify(event.example, null, 2)}\n\`\`\``).join('\n\n')}
`;
}

const typeOf = ({ type, enum: values, const: only, format }) =>
  values || only !== undefined
    ? (values ?? [only]).map((value) => `\`${value}\``).join(', ')
    : (format ?? type ?? '');

/** Returns a heading's id. */
export function idOf(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-');
}

/** Returns the changelog with what was added since the last release, before its first version. */
export function withUnreleased(changelog, { operations, events, codes, fields }) {
  const lines = [
    ...operations.map(({ method, path }) => `- \`${method.toUpperCase()} ${path}\``),
    ...(events.length > 0 ? [`- Events: ${events.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...(fields.length > 0 ? [`- Fields: ${fields.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...(codes.length > 0
      ? [`- Error codes: ${codes.map((one) => `[\`${one}\`](errors.md#${one})`).join(', ')}`]
      : []),
  ];
  if (lines.length === 0) return changelog;
  const at = changelog.indexOf('\n## ');
  return `${changelog.slice(0, at)}\n## Next version\n\nAdded since the last version; details can still change.\n\n${lines.join('\n')}\n${changelog.slice(at)}`;
}

/** Returns the sections of a page: heading and text. */
function sectionsOf(markdown) {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading, ...text] = section.split('\n');
      return [heading.trim(), text.join(' ').trim()];
    });
}
