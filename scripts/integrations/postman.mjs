import { createHash } from 'node:crypto';
import { operationsOf } from './operations.mjs';

/** Returns a Postman collection (v2.1): a folder for each resource, and a request for each operation. */
export function postmanCollection(document) {
  const operations = operationsOf(document);
  const described = new Map(document.tags.map(({ name, description }) => [name, description]));
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return `${JSON.stringify(
    {
      info: {
        _postman_id: idOf('switchboard'),
        name: `Switchboard API ${document.info.version}`,
        description:
          'Set `baseUrl` to the address of your server and `apiKey` to an API key. Made by scripts/integrations.mjs from the OpenAPI document.',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
      variable: [
        { key: 'baseUrl', value: 'http://127.0.0.1:4000', type: 'string' },
        { key: 'apiKey', value: '', type: 'string' },
      ],
      item: tags.map((name) => ({
        name,
        description: described.get(name) ?? '',
        item: operations.filter(({ tag }) => tag === name).map(itemOf),
      })),
    },
    null,
    1,
  )}\n`;
}

function itemOf(operation) {
  const { id, summary, description = '', method, body, isUpload, bodyExamples, resultExamples } = operation;
  const [example] = Object.values(bodyExamples);
  const request = {
    method,
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(method === 'POST' ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ],
    ...(body
      ? {
          body: {
            mode: 'raw',
            raw: JSON.stringify(example?.value ?? {}, null, 2),
            options: { raw: { language: 'json' } },
          },
        }
      : {}),
    ...(isUpload ? { body: { mode: 'file', file: {} } } : {}),
    url: urlOf(operation),
    description,
  };
  return {
    id: idOf(id),
    name: summary,
    request,
    response: Object.entries(resultExamples)
      .slice(0, 1)
      .map(([name, { summary: title = name, value }]) => ({
        id: idOf(`${id} ${name}`),
        name: title,
        originalRequest: request,
        status: 'OK',
        code: Number(Object.keys(operation.responses)[0]),
        _postman_previewlanguage: 'json',
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(value, null, 2),
      })),
  };
}

function urlOf({ path, inPath, parameters, query }) {
  const parts = [
    'api',
    'v1',
    ...path
      .slice(1)
      .replace(/\{(\w+)\}/g, ':$1')
      .split('/'),
  ];
  const exampleOf = (name) => String(parameters.find((one) => one.name === name)?.example ?? '');
  const given = query.map(({ name, description = '', example }) => ({
    key: name,
    value: String(example ?? ''),
    description,
    // Switched on by the reader: an example of every filter at once would find nothing.
    disabled: true,
  }));
  return {
    raw: `{{baseUrl}}/${parts.join('/')}`,
    host: ['{{baseUrl}}'],
    path: parts,
    ...(given.length > 0 ? { query: given } : {}),
    ...(inPath.length > 0 ? { variable: inPath.map((key) => ({ key, value: exampleOf(key) })) } : {}),
  };
}

/** An id that stays the same, so that an import replaces the collection that is there. */
function idOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
