import type { FuzzTenant } from './fuzz-tenant.ts';
import type { DraftRequest } from './requests.ts';
import type { Exchange } from './wire-client.ts';

/** The bytes of a request on a tenant: its markers name things that are there, its braces ways in. */
export function bytesOf(tenant: FuzzTenant, { method, target, headers, body }: DraftRequest): Buffer {
  const ways: Record<string, string> = { ...tenant.tokens, ...tenant.sessions };
  const known = (value: string) => value.replace(/\{(\w+)\}/g, (whole, name: string) => ways[name] ?? whole);
  // A body may hold bytes that are no text: latin1 keeps every one of them.
  const resolved = body && Buffer.from(tenant.bank.resolve(body.toString('latin1')), 'latin1');
  const lines = [
    `${method} ${tenant.bank.resolve(target)} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...headers.map(([name, value]) => `${name}: ${known(value)}`),
    ...(resolved ? [`Content-Length: ${resolved.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), resolved ?? Buffer.alloc(0)]);
}

const SHOWN = 1_500;
/** The headers that say something about an answer; the rest are the same on every one. */
const TELLING = ['x-request-id', 'content-type', 'www-authenticate', 'allow', 'retry-after', 'connection'];

/** What is wrong, with the request and the answers to it. */
export function describeFailure(faults: readonly string[], bytes: Buffer, exchange: Exchange): string {
  const answers = exchange.answers.map(({ status, headers, body }) => {
    const told = Object.entries(headers).filter(([name]) => TELLING.includes(name));
    return shortened(`${status} ${JSON.stringify(Object.fromEntries(told))}\n${body}`);
  });
  return [
    ...faults.map((fault) => `✗ ${fault}`),
    'request:',
    // Without the tokens: they are the longest part of it, and say nothing.
    shortened(JSON.stringify(bytes.toString('latin1')).replace(/(svc_|ses_)[\w-]{8,}/g, '$1…')),
    'answer:',
    ...(answers.length > 0 ? answers : [exchange.isClosed ? 'none, connection closed' : 'none']),
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}
