import type { WebhookCause } from '../../../../shared/domain/webhooks/webhook-causes.ts';
import { AddressRefusedError, PlainHttpError } from '../../../kernel/http-out/guarded-agent.ts';

/** Returns the cause of failure for a response status; null for success. */
export function causeOfStatus(status: number): WebhookCause | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  const named: Readonly<Record<number, WebhookCause>> = {
    401: 'unauthorized',
    403: 'unauthorized',
    404: 'not_found',
    405: 'not_found',
    410: 'gone',
    413: 'body_too_large',
    429: 'rate_limited',
    502: 'overloaded',
    503: 'overloaded',
    504: 'overloaded',
  };
  return named[status] ?? 'http_error';
}

const BY_CODE: Readonly<Record<string, WebhookCause>> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  CERT_HAS_EXPIRED: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  CERT_NOT_YET_VALID: 'certificate_untrusted',
  CERT_UNTRUSTED: 'certificate_untrusted',
  CERT_REVOKED: 'certificate_untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  EPROTO: 'tls',
};

/** Returns the cause of a network error, and the library's short message. */
export function causeOfError(error: unknown): { cause: WebhookCause; detail: string } {
  const first = firstOf(error);
  const code = (first as { code?: unknown }).code;
  const detail = `${typeof code === 'string' ? `${code}: ` : ''}${first.message}`.slice(0, 300);
  return { cause: causeOf(first, typeof code === 'string' ? code : ''), detail };
}

function causeOf(error: Error, code: string): WebhookCause {
  if (error instanceof AddressRefusedError) return 'address_refused';
  if (error instanceof PlainHttpError) return 'plain_http';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  const known = BY_CODE[code];
  if (known) return known;
  if (error.name === 'HTTPParserError') return 'bad_answer';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'reset';
}

/** Returns the first error. If all addresses of a name fail, an AggregateError contains their errors. */
function firstOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
  return error instanceof Error ? error : new Error(String(error));
}
