import fc from 'fast-check';

/** Damages the bytes of a request, as no HTTP client would. */
export type Damage = (bytes: Buffer) => Buffer;

const HEAD_END = '\r\n\r\n';

/** Rewrites the head, which ends at the first empty line. */
function onHead(change: (head: string) => string): Damage {
  return (bytes) => {
    const end = bytes.indexOf(HEAD_END);
    const head = change(bytes.subarray(0, end).toString('latin1'));
    return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(end)]);
  };
}

const withHeader = (line: string) => onHead((head) => `${head}\r\n${line}`);
const withLength = (length: string) =>
  onHead((head) => `${head.replace(/\r\nContent-Length: \d+/i, '')}\r\nContent-Length: ${length}`);
const withRequestLine = (change: (line: string) => string) =>
  onHead((head) => head.replace(/^[^\r]*/, (line) => change(line)));
const withTarget = (change: (target: string) => string) =>
  withRequestLine((line) =>
    line.replace(/^(\S+) (\S+)/, (_, method, target) => `${method} ${change(target)}`),
  );
const after =
  (text: string | Buffer): Damage =>
  (bytes) =>
    Buffer.concat([bytes, Buffer.from(text)]);
const before =
  (text: string | Buffer): Damage =>
  (bytes) =>
    Buffer.concat([Buffer.from(text), bytes]);
const chunked =
  (body: string): Damage =>
  (bytes) => {
    const end = bytes.indexOf(HEAD_END);
    const head = bytes
      .subarray(0, end)
      .toString('latin1')
      .replace(/\r\nContent-Length: \d+/i, '');
    return Buffer.from(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`, 'latin1');
  };

/** By name, which is shown in failures. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'no Host': onHead((head) => head.replace(/\r\nHost: [^\r]*/, '')),
  'two Hosts': withHeader('Host: evil.example'),
  'an odd Host': onHead((head) => head.replace(/\r\nHost: [^\r]*/, '\r\nHost: a b<>@/:99999')),
  'an empty Host': onHead((head) => head.replace(/\r\nHost: [^\r]*/, '\r\nHost:')),
  'a longer Content-Length': withLength('5000'),
  'a shorter Content-Length': withLength('1'),
  'a negative Content-Length': withLength('-1'),
  'a hexadecimal Content-Length': withLength('0x10'),
  'a Content-Length of words': withLength('many'),
  'an endless Content-Length': withLength('9'.repeat(30)),
  'a signed Content-Length': withLength('+2'),
  'two lengths': withHeader('Content-Length: 3\r\nContent-Length: 4'),
  'a list of lengths': withLength('3, 3'),
  'length and chunks': withHeader('Content-Length: 3\r\nTransfer-Encoding: chunked'),
  'an unknown coding': withHeader('Transfer-Encoding: gzip, chunked'),
  'a coding in disguise': withHeader('Transfer-Encoding : chunked'),
  'good chunks': chunked('2\r\n{}\r\n0\r\n\r\n'),
  'a chunk that is too long': chunked('ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
  'a chunk of no size': chunked('zz\r\n{}\r\n0\r\n\r\n'),
  'chunks with trailers': chunked('2;ext="\x01"\r\n{}\r\n0\r\nX-Request-Id: abcdefgh\r\n\r\n'),
  'chunks without an end': chunked('2\r\n{}\r\n'),
  'a NUL in a header': withHeader('X-Odd: a\0b'),
  'a folded header': withHeader('X-Odd: a\r\n  b'),
  'a header without a name': withHeader(': value'),
  'a header without a colon': withHeader('Authorization Bearer'),
  'a header with spaces': withHeader('X Odd: 1'),
  'raw bytes in a header': withHeader('X-Odd: \xff\xfe\x80'),
  'a header of 20 KB': withHeader(`X-Odd: ${'h'.repeat(20_000)}`),
  '3,000 headers': withHeader(Array.from({ length: 3_000 }, (_, index) => `H${index}: 1`).join('\r\n')),
  'bare line feeds': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  'bare carriage returns': onHead((head) => head.replace('\r\n', '\r')),
  'HTTP/0.9': withRequestLine((line) => line.replace(/ HTTP.*/, '')),
  'HTTP/1.0': withRequestLine((line) => line.replace('HTTP/1.1', 'HTTP/1.0')),
  'HTTP/2.0': withRequestLine((line) => line.replace('HTTP/1.1', 'HTTP/2.0')),
  'HTTP/9.9': withRequestLine((line) => line.replace('HTTP/1.1', 'HTTP/9.9')),
  'no version at all': withRequestLine((line) => line.replace('HTTP/1.1', 'NOTHTTP')),
  'a method in small letters': withRequestLine((line) => line.toLowerCase()),
  'a made-up method': withRequestLine((line) => line.replace(/^\S+/, 'FROBNICATE')),
  'an absolute URL': withTarget((target) => `http://evil.example${target}`),
  'an https URL': withTarget((target) => `https://user:pass@evil.example:1${target}`),
  'a file URL': withTarget(() => 'file:///etc/passwd'),
  'a broken absolute URL': withTarget((target) => `http://[::1${target}`),
  'an asterisk': withTarget(() => '*'),
  'an authority': withRequestLine((line) => line.replace(/^\S+ \S+/, 'CONNECT evil.example:443')),
  'two slashes': withTarget((target) => `/${target}`),
  'a backslash': withTarget((target) => target.replaceAll('/', '\\')),
  'no leading slash': withTarget((target) => target.slice(1)),
  'raw bytes in the target': withTarget((target) => `${target}\xff\xfe`),
  'a space in the target': withTarget((target) => `${target} and more`),
  'a NUL in the target': withTarget((target) => `${target}\0`),
  'a target of 20 KB': withTarget((target) => `${target}?a=${'q'.repeat(20_000)}`),
  'an upgrade': withHeader(
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA',
  ),
  'an upgrade to HTTP/2': withHeader(
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA',
  ),
  'odd options of the connection': withHeader('Connection: close, X-Request-Id, Authorization'),
  'garbage after it': after('GARBAGE\r\n\r\n'),
  'bytes after it': after(Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])),
  'half a request after it': after('GET /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuth'),
  'a request after it': after('GET /api/v1/contacts HTTP/1.1\r\nHost: x\r\n\r\n'),
  'twice in one go': (bytes) => Buffer.concat([bytes, bytes]),
  'empty lines before it': before('\r\n\r\n\r\n'),
  'a TLS hello': () => Buffer.from('16030100c8010000c40303', 'hex'),
  'the preface of HTTP/2': () =>
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
  'half of it': (bytes) => bytes.subarray(0, bytes.length >> 1),
  'nothing but line ends': () => Buffer.from('\r\n'.repeat(10)),
  backwards: (bytes) => Buffer.from(bytes).reverse(),
};

export const damageName = fc.constantFrom(...Object.keys(DAMAGES));
