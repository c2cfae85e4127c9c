import fc from 'fast-check';
import { HINTS, marker, paramOf } from './bank.ts';
import { fromSchema, type Hints } from './from-schema.ts';
import { hostileString } from './hostile-values.ts';
import { mostly } from './mostly.ts';
import type { JsonSchema, Operation } from './operations.ts';

/** Generates an operation's path with its parameters filled in; sometimes malformed. */
export function pathOf(operation: Operation): fc.Arbitrary<string> {
  const names = [...operation.address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const odd = fc.oneof(hostileString.map(encoded), fc.constantFrom(...PATH_PIECES));
  const filled = fc
    .tuple(...names.map((name) => mostly(6, paramOf(operation.address, name), odd)))
    .map((values) =>
      values.reduce((path, value, at) => path.replace(`{${names[at]}}`, () => value), operation.address),
    );
  const malformed = fc
    .tuple(filled, fc.constantFrom(...PATH_PIECES))
    .chain(([path, piece]) =>
      fc.constantFrom(
        `${path}/${piece}`,
        `${path}${piece}`,
        `/${path}`,
        path.replace('/api', '/api/'),
        path.toUpperCase(),
        `${path}/`,
      ),
    );
  return mostly(24, filled, malformed);
}

const PATH_PIECES = [
  '%00',
  '%',
  '%zz',
  '%2f',
  '..',
  '%2e%2e',
  '%E0%A4',
  '%ff',
  ';a=b',
  '#x',
  '//',
  'undefined',
  '__proto__',
  '%F0%9F%98%80',
  '+',
  '{id}',
  '*',
  "'",
];

/** Generates a query with `?`, of known and other fields; empty if there are none. */
export function queryOf(operation: Operation): fc.Arbitrary<string> {
  const fields = Object.entries(operation.query);
  const hints: Hints = { ...HINTS, cursor: mostly(3, marker('cursor'), hostileString) };
  const good = fields.map(([name, schema]) =>
    fc.option(
      fromSchema(schema as JsonSchema, hints, name).map((value): [string, string] => [name, String(value)]),
      { nil: null, freq: 2 },
    ),
  );
  const names = mostly(
    4,
    fc.constantFrom(...fields.map(([name]) => name), 'page', 'search', 'limit'),
    fc.oneof(
      hostileString,
      fc.constantFrom('page[]', 'limit[a]', 'search[__proto__]', 'a[b][c]', '[]', '__proto__', 'search[0]'),
    ),
  );
  const odd = fc.tuple(
    names,
    fc.oneof(
      hostileString,
      fc.constantFrom('1', '0', '-1', '1e3', '99999999999999999999', '0x10', '1,2', ' 5', '٥'),
    ),
  );
  const odds = fc.oneof(
    { weight: fields.length > 0 ? 3 : 12, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(odd, { minLength: 1, maxLength: 3 }) },
  );
  const raw = mostly(
    20,
    fc.constant(''),
    fc.constantFrom(
      '&',
      '&&=',
      '&%',
      '&%zz=1',
      '&search=%E0%A4',
      '&=1',
      '&?',
      '&search=%00',
      '&a;b',
      '&search',
      '&search=a&search=b',
    ),
  );
  return fc.tuple(fc.tuple(...good), odds, raw).map(([chosen, extra, rest]) => {
    const pairs = [...chosen.filter((pair) => pair !== null), ...extra];
    const text = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&') + rest;
    return text === '' ? '' : `?${text}`;
  });
}

/** Encodes like a browser; a lone surrogate becomes its encoded bytes. */
function encoded(text: string): string {
  return Array.from(text, (character) =>
    /^\p{Surrogate}$/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  ).join('');
}
