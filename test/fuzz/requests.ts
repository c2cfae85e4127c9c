import fc from 'fast-check';
import { HINTS, marker, paramOf } from './bank.ts';
import { fromSchema, type Hints } from './from-schema.ts';
import { hostileString, type Json, writeJson } from './hostile-values.ts';
import { damaged } from './json-tree.ts';
import type { JsonSchema, Operation } from './operations.ts';

/** A request before its markers are replaced. Text is UTF-8, but for `bytes` in the body. */
export interface DraftRequest {
  operation: string;
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
}

/** The body may hold bytes that are no UTF-8; they are written as these characters until it is sent. */
const NOT_UTF8 = [Buffer.from([0xff]), Buffer.from([0xc3, 0x28]), Buffer.from([0xed, 0xa0, 0x80])];

/** Chooses what is usual most of the time, and what is odd in about one of `usual` + 1 requests. */
function mostly<T>(usual: number, good: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: usual, arbitrary: good }, { weight: 1, arbitrary: odd });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'TRACE'];

/** Requests for one operation: a few as its contract asks, most with something wrong at any place. */
export function requestFor(operation: Operation, credentials: fc.Arbitrary<Header[]>) {
  return fc
    .record({
      method: mostly(20, fc.constant(operation.method), fc.constantFrom(...METHODS)),
      path: pathOf(operation),
      query: queryOf(operation),
      credentials,
      headers: fc.array(oddHeader, { maxLength: 2 }),
      contentType: mostly(14, fc.constant('application/json'), contentType),
      body: bodyOf(operation),
    })
    .map(({ method, path, query, credentials, headers, contentType, body }): DraftRequest => {
      const described: Header[] = body === null ? [] : [['Content-Type', contentType]];
      return {
        operation: operation.name,
        method,
        target: path + query,
        headers: [...credentials, ...described, ...headers],
        body,
      };
    });
}

export type Header = readonly [name: string, value: string];

function pathOf(operation: Operation): fc.Arbitrary<string> {
  const known = paramOf;
  const names = [...operation.address.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole);
  const odd = fc.oneof(hostileString.map(encoded), fc.constantFrom(...PATH_PIECES));
  const filled = fc
    .tuple(...names.map(() => mostly(6, known(operation.address), odd)))
    .map((values) =>
      values.reduce((path, value, at) => path.replace(names[at] ?? '', () => value), operation.address),
    );
  const bent = fc
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
  return mostly(24, filled, bent);
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

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const fields = Object.entries(operation.query);
  const hints: Hints = { ...HINTS, cursor: mostly(3, marker('cursor'), hostileString) };
  const good = fields.map(([name, schema]) =>
    fc.option(
      fromSchema(schema as JsonSchema, hints, name).map((value): [string, string] => [name, String(value)]),
      { nil: null },
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

/** As a browser would write it in an address; half of a pair becomes what its bytes would be. */
function encoded(text: string): string {
  return Array.from(text, (character) =>
    /^\p{Surrogate}$/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  ).join('');
}

const contentType = fc.constantFrom(
  '',
  'text/plain',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json;charset=latin1',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/jsonp',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/event-stream',
  'application/octet-stream',
  '\u00ff/\u00ff',
);

function bodyOf(operation: Operation): fc.Arbitrary<Buffer | null> {
  const raw = fc.oneof(
    fc.constantFrom(...RAW_BODIES).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 40 }).map(Buffer.from),
  );
  if (!operation.body)
    return mostly(9, fc.constant(null), fc.oneof(raw, damaged(fc.constant({})).map(asBytes)));
  const good = fromSchema(operation.body, HINTS);
  return fc.oneof(
    { weight: 6, arbitrary: good.map(asBytes) },
    { weight: 9, arbitrary: damaged(good).map(asBytes) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good.map(asBytes), fc.constantFrom(...NOT_UTF8), fc.nat())
        .map(([bytes, wrong, at]) =>
          Buffer.concat([bytes.subarray(0, at % bytes.length), wrong, bytes.subarray(at % bytes.length)]),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good.map(asBytes), fc.nat())
        .map(([bytes, at]) => bytes.subarray(0, at % bytes.length)),
    },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function asBytes(value: Json): Buffer {
  return Buffer.from(writeJson(value));
}

const RAW_BODIES = [
  '',
  'null',
  '{}',
  '[]',
  '"text"',
  '0',
  '{',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  "{'a':1}",
  '{"a":1,}',
  'a=b&c=d',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  ' '.repeat(300_000),
  `{"name":"${'z'.repeat(300_000)}"}`,
  '[1',
  '{"a":\u0000}',
];

/** Headers that mean something to some server, in forms that they should not have. */
const oddHeader: fc.Arbitrary<Header> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('Idempotency-Key'),
      fc.oneof(
        fc.uuid(),
        fc.constantFrom(
          '',
          'a',
          '"quoted"',
          'k'.repeat(255),
          'k'.repeat(256),
          'k'.repeat(5_000),
          'two words',
          'ünïcode',
          '%00',
          'same-for-all',
          'same-for-all',
          '\u0001'.padEnd(3, 'x').slice(1),
          ' , ',
        ),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('X-Request-Id'),
      fc.constantFrom('', 'abcdefgh', 'x'.repeat(128), 'x'.repeat(129), '<script>', 'req_"', 'ü'.repeat(10)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Header>(
      ['Expect', '100-continue'],
      ['Expect', 'something'],
      ['Content-Encoding', 'gzip'],
      ['Content-Encoding', 'identity'],
      ['Content-Disposition', 'attachment; filename="a.json"'],
      ['Content-Disposition', "attachment; filename*=UTF-8''%zz"],
      ['Transfer-Encoding', 'gzip, chunked'],
      ['Accept', 'text/html;q=1'],
      ['Accept-Encoding', '*;q=x'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Forwarded-For', '1.2.3.4, evil'],
      ['X-Forwarded-Host', 'evil.example'],
      ['Origin', 'https://evil.example'],
      ['Origin', 'null'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Referer', 'javascript:alert(1)'],
      ['Cookie', 'sid=%zz; __proto__=1; sid=two'],
      ['Cookie', '=;=;;'],
      ['Range', 'bytes=0-1'],
      ['If-Match', '*'],
      ['If-None-Match', '*'],
      ['If-Modified-Since', 'never'],
      ['Upgrade', 'h2c'],
      ['Content-Language', 'tlh'],
      ['Last-Event-ID', '5'],
      ['TE', 'trailers'],
      ['Prefer', 'return=minimal'],
      ['User-Agent', ''],
      ['User-Agent', 'u'.repeat(4_000)],
      ['X-Big', 'b'.repeat(12_000)],
    ),
  },
);
