import { isPage } from '../integrations/operations.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Generates a function for each operation of the document, grouped by operation id: `contacts.list` becomes
 * `contacts(send).list`. Its parameters are those of the path, then body and query, then the options of the
 * call.
 */
export function resourcesOf(document) {
  const about = new Map(document.tags.map(({ name, description }) => [name, description]));
  const operations = Object.entries(document.paths)
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => describe(path, method, item[method])),
    )
    .sort((a, b) => a.group.localeCompare(b.group));
  const groups = new Map(operations.map(({ group }) => [group, []]));
  for (const operation of operations) groups.get(operation.group).push(operation);
  const types = [...new Set(operations.flatMap(({ imports }) => imports))].sort();
  return `${importsOf(operations, types)}
${[...groups].map(([group, members]) => groupOf(group, members, about)).join('\n')}
/** All operations of the API, by resource. */
export function resources(send: Send) {
  return { ${[...groups.keys()].map((group) => `${group}: ${group}(send)`).join(', ')} };
}
`;
}

function describe(path, method, operation) {
  const [group, name] = operation.operationId.split('.');
  const base = capital(group) + capital(name);
  const parameters = operation.parameters ?? [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  const success = Object.entries(operation.responses).find(([status]) => Number(status) < 400)?.[1];
  const pages = isPage(success?.content['application/json'].schema);
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  const hasBody = Boolean(operation.requestBody);
  return {
    group,
    name,
    tag: operation.tags[0],
    base,
    path,
    method: method.toUpperCase(),
    inPath,
    hasQuery,
    hasBody,
    pages,
    doc: [operation.summary, operation.description].filter(Boolean).join('. '),
    imports: [`${base}Response`, ...(hasQuery || hasBody ? [`${base}Data`] : [])],
  };
}

function importsOf(operations, types) {
  const options = ['CallOptions', ...(operations.some(isPost) ? ['PostOptions'] : []), 'Send'];
  return `import { segment } from '../segment.ts';
import type { ${options.join(', ')} } from '../send.ts';
import { walk } from '../walk.ts';
import type {
${types.map((type) => `  ${type},`).join('\n')}
} from './types.ts';
`;
}

/** @param about the descriptions of the tags of the document. */
function groupOf(group, members, about) {
  const [{ tag }] = members;
  const description = about.get(tag);
  if (!description)
    throw new Error(`The tag ${tag} of ${group} has no description: see server/openapi/info.ts`);
  return `/** ${description} */
export function ${group}(send: Send) {
  return {
${members.map((member) => functionOf(member) + (member.pages ? walkerOf(member) : '')).join('')}  };
}
`;
}

function functionOf(operation) {
  const { name, base, inPath, hasBody, hasQuery, doc } = operation;
  const parts = [
    ...inPath.map((parameter) => `${parameter}: string`),
    ...(hasBody ? [`body: ${base}Data['body']`] : []),
    ...(hasQuery ? [`query: ${base}Data['query'] = {}`] : []),
    `options: ${isPost(operation) ? 'PostOptions' : 'CallOptions'} = {}`,
  ];
  const sent = [...(hasBody ? ['body'] : []), ...(hasQuery ? ['query'] : [])];
  return `    /** ${doc} */
    ${name}: (
      ${parts.join(',\n      ')},
    ): Promise<${base}Response> => send({ ${requestOf(operation, sent)} }, options),
`;
}

/** Generates an iterator over all items of a list with pages. */
function walkerOf(operation) {
  const { name, base, inPath, doc } = operation;
  const parts = [
    ...inPath.map((parameter) => `${parameter}: string`),
    `query: Omit<NonNullable<${base}Data['query']>, 'page' | 'cursor'> = {}`,
    'options: CallOptions = {}',
  ];
  const query = 'query: { limit: 100, ...query, cursor }';
  return `    /** ${doc.replace(/\.$/, '')}. Iterates over all items and fetches them page by page. */
    ${name}All: (
      ${parts.join(',\n      ')},
    ): AsyncGenerator<${base}Response['data'][number], void, undefined> =>
      walk((cursor) => send<${base}Response>({ ${requestOf(operation, [query])} }, options)),
`;
}

function requestOf(operation, sent) {
  return [`method: '${operation.method}'`, `path: ${addressOf(operation)}`, ...sent].join(', ');
}

function addressOf({ path, inPath }) {
  if (inPath.length === 0) return `'${path}'`;
  return `\`${path.replace(/\{(\w+)\}/g, (_, parameter) => `\${segment('${parameter}', ${parameter})}`)}\``;
}

const isPost = ({ method }) => method === 'POST';
const capital = (text) => text[0].toUpperCase() + text.slice(1);
