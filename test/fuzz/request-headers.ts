import fc from 'fast-check';

export type Header = readonly [name: string, value: string];

/** Content types other than the right one, and odd spellings of it. */
export const oddContentType = fc.constantFrom(
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

/** Headers with a meaning to some server, with invalid or odd values. */
export const oddHeader: fc.Arbitrary<Header> = fc.oneof(
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
