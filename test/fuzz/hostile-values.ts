import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Texts that are known to break servers. */
const STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud83d', // a lone surrogate
  'x\udc00y',
  '\ufffe\uffff',
  '\u202e\u2066evil\u2069', // right to left, isolated
  'مرحبا بالعالم',
  '👩‍👩‍👧‍👦🏳️‍🌈', // joined by ZWJ
  `e${'\u0301'.repeat(60)}`, // one letter under sixty accents
  'ﷺ'.repeat(40), // 18 letters each, once folded
  'İıſß',
  '١٥٥٥٠١٠٠١٢٣',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' OR 1=1 -- ",
  "\\'; DROP TABLE contacts; #",
  ':tenantId',
  '$1 ? ?? :name',
  '%',
  '_%_',
  '\\%\\_\\\\',
  '{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '2024-02-30T25:61:61.000Z',
  '\r\nX-Injected: yes',
  'line\u2028separator\u2029',
  'x'.repeat(65),
  'x'.repeat(300),
  'ü'.repeat(5_000),
  'y'.repeat(70_000),
];

/** Any sequence of UTF-16 units, mostly malformed Unicode. */
const halves = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 });

/** A text that no one would type. */
export const hostileString: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STRINGS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: halves.map((units) => String.fromCharCode(...units)) },
);

/** Raw JSON tokens, because no JavaScript value is serialized like this. */
const TOKENS: Readonly<Record<string, string>> = {
  huge: '1e999',
  minus: '-1e999',
  nan: 'NaN',
  infinity: '-Infinity',
  hex: '0x10',
  zeros: '007',
  plus: '+1',
  dot: '.5',
  digits: '9'.repeat(400),
  fraction: `0.${'3'.repeat(400)}`,
  undefined: 'undefined',
  single: "'text'",
  comment: '/* nothing */1',
  escape: '"\\x41"',
  surrogate: '"\\ud800"',
  reversed: '"\\udc00\\ud800"',
  control: '"\u0001"',
  proto: '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  doubled: '{"name":"a","name":"b","phone":1,"phone":"15550100999"}',
  lists40: nested('[', ']', 40),
  lists3000: nested('[', ']', 3_000),
  lists90000: nested('[', ']', 90_000),
  objects40: nested('{"a":', '}', 40, '1'),
  objects3000: nested('{"a":', '}', 3_000, '1'),
  objects40000: nested('{"a":', '}', 40_000, '1'),
};

function nested(open: string, close: string, depth: number, core = ''): string {
  return open.repeat(depth) + core + close.repeat(depth);
}

const hostileToken = fc.constantFrom(...Object.keys(TOKENS)).map((name) => `~raw.${name}~`);

/** Serializes a value to JSON with the raw tokens in it. */
export function writeJson(value: Json): string {
  return JSON.stringify(value).replace(/"~raw\.(\w+)~"/g, (whole, name: string) => TOKENS[name] ?? whole);
}

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, -(2 ** 63)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Any value in place of the expected one. */
export const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: hostileString },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: hostileToken },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], [null], { a: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
);
