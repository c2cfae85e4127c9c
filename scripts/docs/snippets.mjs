import { snake } from '../integrations/operations.mjs';
import { pythonName } from '../integrations/python.mjs';
import { requestOfCurl } from './curl.mjs';

/** The languages of snippets, by the language of their blocks. */
export const LANGUAGES = { sh: 'curl', ts: 'TypeScript', python: 'Python' };

/**
 * Returns the other languages of a block that is one curl command; none for any other block.
 * @throws {Error} when the API has no such operation.
 */
export function translationsOf(code, operations) {
  const request = requestOfCurl(code);
  if (!request) return {};
  const call = callOf(request, operations);
  if (!call) throw new Error(`no operation for ${request.method} ${request.path}`);
  return { ts: typescript(call), python: python(call) };
}

/** Returns the operation of a request with the values of its path; null when there is none. */
function callOf({ method, path, query, body, idempotencyKey }, operations) {
  // An id where the contact of a history stands is a message (server/app.ts).
  const known =
    method === 'GET' ? path.replace(/^(\/messages\/(msg_\w+|\$MESSAGE_ID))$/, '$1/details') : path;
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
    const found = pattern.exec(known);
    if (
      !found ||
      (operation.path !== known && operations.some((one) => one.method === method && one.path === known))
    )
      continue;
    const params = Object.fromEntries(
      operation.inPath.map((name, place) => [name, exampleOf(operation, name, found[place + 1])]),
    );
    return { operation, params, query, body, idempotencyKey };
  }
  return null;
}

/** A variable of the shell becomes the example of the reference. */
function exampleOf({ parameters }, name, value) {
  if (!value.startsWith('$')) return decodeURIComponent(value);
  return String(parameters.find((one) => one.name === name)?.example ?? value);
}

function typescript({ operation, params, query, body, idempotencyKey }) {
  const values = [
    ...operation.inPath.map((name) => params[name]),
    ...(body === undefined ? [] : [body]),
    ...(Object.keys(query).length > 0 ? [typed(query, operation)] : []),
    ...(idempotencyKey ? [{ idempotencyKey }] : []),
  ];
  const called = `switchboard.${operation.group}.${operation.name}`;
  const name = resultName(operation);
  const line = `const ${name} = await ${called}(${listOf(
    values.map((value) => script(value)),
    values,
    script,
  )});`;
  return `import { switchboard } from './switchboard.js';\n\n${line}\nconsole.log(${name});`;
}

function python({ operation, params, query, body, idempotencyKey }) {
  const name = snake(resultName(operation));
  const values = [...operation.inPath.map((one) => params[one]), ...(body === undefined ? [] : [body])];
  const options = { ...typed(query, operation), ...(idempotencyKey ? { idempotencyKey } : {}) };
  const named = Object.entries(options).map(([key, value]) => `${pythonName(key)}=${pythonLiteral(value)}`);
  const given = [
    ...(values.length > 0
      ? [
          listOf(
            values.map((value) => pythonLiteral(value)),
            values,
            pythonLiteral,
          ),
        ]
      : []),
    ...named,
  ];
  const called = `switchboard.${snake(operation.group)}.${pythonName(operation.name)}`;
  return `from client import switchboard\n\n${name} = ${called}(${given.join(', ')})\nprint(${name})`;
}

/** Joins arguments; an object that does not fit is written on several lines. */
function listOf(words, values, write) {
  const line = words.join(', ');
  if (line.length <= 48) return line;
  return values
    .map((value) => write(value, typeof value === 'object' && !value.idempotencyKey ? 0 : null))
    .join(', ');
}

/** Gives values of a query the types of their parameters. */
function typed(query, { query: parameters }) {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const type = JSON.stringify(parameters.find((one) => one.name === name)?.schema ?? {});
      return [name, /"type":"(integer|number)"/.test(type) && /^\d+$/.test(value) ? Number(value) : value];
    }),
  );
}

function resultName({ result, isPaged }) {
  const type = result?.$ref
    ?.split('/')
    .at(-1)
    .replace(/^Created/, '');
  return type ? type[0].toLowerCase() + type.slice(1) : isPaged ? 'page' : 'result';
}

/** A literal of JavaScript; on several lines from `depth` on, or one line without it. */
function script(value, depth = null) {
  return write(value, depth, {
    text: (one) =>
      one.includes("'") ? JSON.stringify(one) : `'${one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}'`,
    key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`),
    words: { null: 'null', true: 'true', false: 'false' },
    braces: ['{ ', ' }'],
    indent: '  ',
  });
}

function pythonLiteral(value, depth = null) {
  return write(value, depth, {
    text: (one) => JSON.stringify(one),
    key: (name) => `"${name}"`,
    words: { null: 'None', true: 'True', false: 'False' },
    braces: ['{', '}'],
    indent: '    ',
  });
}

function write(value, depth, style) {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value);
  const isList = Array.isArray(value);
  const flat = isList
    ? `[${value.map((one) => write(one, null, style)).join(', ')}]`
    : `${style.braces[0]}${Object.entries(value)
        .map(([name, one]) => `${style.key(name)}: ${write(one, null, style)}`)
        .join(', ')}${style.braces[1]}`;
  if (depth === null || flat.length + depth * style.indent.length <= (depth === 0 ? 40 : 76)) return flat;
  const inner = style.indent.repeat(depth + 1);
  const parts = isList
    ? value.map((one) => inner + write(one, depth + 1, style))
    : Object.entries(value).map(
        ([name, one]) => `${inner}${style.key(name)}: ${write(one, depth + 1, style)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.join(',\n')},\n${style.indent.repeat(depth)}${close}`;
}

/** Returns samples of every operation for the reference, by the id of the operation, from its examples. */
export function samplesOf(operations) {
  return Object.fromEntries(
    operations
      .filter(({ isUpload }) => !isUpload)
      .map((operation) => {
        const [example] = Object.values(operation.bodyExamples);
        const params = Object.fromEntries(
          operation.inPath.map((name) => [name, exampleOf(operation, name, `$${name}`)]),
        );
        const call = { operation, params, query: {}, body: example?.value };
        return [operation.id, { TypeScript: typescript(call), Python: python(call) }];
      }),
  );
}
