import { readFileSync } from 'node:fs';
import { byGroup, capital, operationsOf, snake } from './operations.mjs';
import { PythonTypes } from './python-types.mjs';

/**
 * Returns the Python client as one module: the runtime of runtime.py, the types of the document, and a class for
 * each resource.
 * @param document the OpenAPI document, with the schemas of webhook events.
 */
export function pythonClient(document) {
  const runtime = readFileSync(new URL('runtime.py', import.meta.url), 'utf8');
  const operations = operationsOf(document);
  const types = new PythonTypes(document.components.schemas);
  const events = Object.values(document.webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  const eventTypes = [...new Set(events.map((schema) => types.annotation(schema, 'Event')))];
  const groups = [...byGroup(operations)];
  const classes = groups.map(([group, members]) => classOf(group, members, types));
  return `"""The Python client of Switchboard ${document.info.version}, for Python 3.9 and later. One file: copy it into your program.

    from switchboard import Switchboard

    switchboard = Switchboard("https://switchboard.example.com", "svc_...")
    contact = switchboard.contacts.create({"phone": "+1 555 010 0123"})

It uses httpx when that is installed, and otherwise the standard library. Made by scripts/integrations.mjs from the
OpenAPI document. Do not edit.
"""

from __future__ import annotations

${runtime}

${types.source}
WebhookEvents = Union[${eventTypes.map((name) => `"${name}"`).join(', ')}]


${classes.join('\n\n')}

class Switchboard:
    """A client for one workspace. Its calls return the API's response as dictionaries and raise \`SwitchboardError\`.

    Calls are retried after 429 and 503, as \`Retry-After\` says, and when the connection fails. \`timeout\` is in seconds
    for each attempt; a send can take 10 seconds. Uploads get extra time: as long as their size takes at 1 Mbit/s.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
        transport: Optional[Transport] = None,
    ) -> None:
        sender = _Sender(base_url, api_key, max_retries, timeout, transport)
${groups.map(([group]) => `        self.${snake(group)} = ${capital(group)}Resource(sender)`).join('\n')}
`;
}

function classOf(group, members, types) {
  const methods = members.map((one) => methodOf(one, types) + (one.isPaged ? walkerOf(one, types) : ''));
  return `class ${capital(group)}Resource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

${methods.join('\n')}`;
}

/** `del` and `import` are no names in Python. */
const safe = (name) => (['from', 'import', 'class', 'del', 'in', 'is'].includes(name) ? `${name}_` : name);
export const pythonName = (name) => safe(snake(name));

function methodOf(operation, types) {
  const { name, inPath, body, isUpload, query, method } = operation;
  const base = capital(operation.group) + capital(name);
  const positional = [
    ...inPath.map((parameter) => `${snake(parameter)}: str`),
    ...(body ? [`body: ${types.annotation(body, `${base}Body`)}`] : []),
    ...(isUpload ? ['content: bytes', 'content_type: str'] : []),
  ];
  const named = [
    ...query.map((one) => parameterOf(one, base, types)),
    ...(method === 'POST' ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
  ];
  const sent = [
    ...(query.length > 0 ? [`query=${queryOf(query)}`] : []),
    ...(body ? ['body=body'] : []),
    ...(isUpload ? ['content=content', 'content_type=content_type'] : []),
    ...(method === 'POST' ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
  ];
  return `    def ${pythonName(name)}(
        self,
${[...positional, '*', ...named].map((part) => `        ${part},\n`).join('')}    ) -> ${types.annotation(operation.result, `${base}Response`)}:
        """${docOf(operation)}"""
        return self._send(
            "${method}",
            ${addressOf(operation)},
${sent.map((part) => `            ${part},\n`).join('')}        )
`;
}

/** An iterator over all items of a list with pages. */
function walkerOf(operation, types) {
  const { name, inPath, query } = operation;
  const base = capital(operation.group) + capital(name);
  const given = query.filter((one) => !['page', 'cursor'].includes(one.name));
  const item = types.annotation(operation.result.properties.data.items, `${base}ResponseDataItem`);
  const asked = [...given.filter(({ name: one }) => one !== 'limit'), { name: 'limit' }];
  const parts = given.map((one) =>
    one.name === 'limit' ? 'limit: int = 100' : parameterOf(one, base, types),
  );
  return `
    def ${pythonName(name)}_all(
        self,
${[...inPath.map((parameter) => `${snake(parameter)}: str`), '*', ...parts, 'timeout: Optional[float] = None'].map((part) => `        ${part},\n`).join('')}    ) -> Iterator[${item}]:
        """${docOf(operation)} Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = ${queryOf(asked)}
        path = ${addressOf(operation)}
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))
`;
}

function parameterOf({ name, schema }, base, types) {
  return `${pythonName(name)}: Optional[${types.annotation(schema, base + capital(name))}] = None`;
}

const queryOf = (query) => `{${query.map(({ name }) => `"${name}": ${pythonName(name)}`).join(', ')}}`;

function addressOf({ path, inPath }) {
  if (inPath.length === 0) return `"${path}"`;
  return `f"${path.replace(/\{(\w+)\}/g, (_, parameter) => `{_segment('${snake(parameter)}', ${snake(parameter)})}`)}"`;
}

function docOf({ summary, description }) {
  const sentences = [summary, description].filter(Boolean).map((text) => text.replace(/[.\s]*$/, '.'));
  return sentences.join(' ').replaceAll('\n', ' ').replaceAll('\\', '\\\\').replaceAll('"', "'");
}
