import type { FuzzTenant } from './fuzz-tenant.ts';
import type { DraftRequest } from './requests.ts';
import type { Exchange } from './wire-client.ts';

/** Returns a request's bytes, with its markers and the credentials in braces replaced. */
export function bytesOf(tenant: FuzzTenant, { method, target, headers, body }: DraftRequest): Buffer {
  const credentials: Record<string, string> = { ...tenant.tokens, ...tenant.sessions };
  const known = (value: string) =>
    value.replace(/\{(\w+)\}/g, (whole, name: string) => credentials[name] ?? whole);
  // A body may contain invalid UTF-8: latin1 keeps every byte.
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
/** The response headers that help with a failure; the others are always the same. */
const USEFUL_HEADERS = [
  'x-request-id',
  'content-type',
  'www-authenticate',
  'allow',
  'retry-after',
  'connection',
];

/** Describes the problems, with the request and its responses. */
export function describeFailure(problems: readonly string[], bytes: Buffer, exchange: Exchange): string {
  const answers = exchange.answers.map(({ status, headers, body }) => {
    const useful = Object.entries(headers).filter(([name]) => USEFUL_HEADERS.includes(name));
    return shortened(`${status} ${JSON.stringify(Object.fromEntries(useful))}\n${body}`);
  });
  return [
    ...problems.map((problem) => `✗ ${problem}`),
    'request:',
    // Without the tokens, which are long and do not help.
    shortened(JSON.stringify(bytes.toString('latin1')).replace(/(svc_|ses_)[\w-]{8,}/g, '$1…')),
    'answer:',
    ...(answers.length > 0 ? answers : [exchange.isClosed ? 'none, connection closed' : 'none']),
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}
