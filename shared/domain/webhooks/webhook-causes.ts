/**
 * The causes of failed webhook attempts: a code for programs, and for people a sentence that says what
 * happened and what to do.
 */
export const WEBHOOK_CAUSES = {
  http_error: 'The receiver answered with an error. Look at its log at this time.',
  unauthorized:
    'The receiver asks for a login. Check whether authentication is required in front of the handler.',
  not_found: 'The receiver has nothing at this address. Check the path.',
  body_too_large: 'The receiver does not accept a body of this size. Raise its limit to 1 MB.',
  redirect:
    'The receiver redirects, and webhooks do not follow redirects. Enter the URL that it redirects to.',
  gone: 'The receiver answered 410 Gone, which means that it wants no more events. The endpoint was disabled.',
  rate_limited:
    'The receiver asks for fewer requests. The delivery is retried later. You can set a rate limit.',
  overloaded:
    'The receiver, or a proxy in front of it, is overloaded or down. The delivery is retried later.',
  timeout: 'The receiver did not respond in time. Answer with 200 first and do the work afterwards.',
  connect_timeout:
    'The connection timed out. Check that the address is reachable from this server and that no firewall blocks it.',
  name_not_found: 'The host name was not found. Check its spelling and its DNS record.',
  refused: 'The host refuses the connection. Check that the receiver is running, on this port.',
  reset: 'The connection was closed before a response arrived.',
  unreachable: 'The host cannot be reached from this server.',
  broke_off: 'The response ended early, so it is not known whether the receiver had finished.',
  certificate_expired: 'The receiver’s certificate has expired. Renew it.',
  certificate_untrusted: 'The receiver’s certificate is not signed by a trusted authority.',
  certificate_name: 'The receiver’s certificate is for another name.',
  tls: 'No encrypted connection could be made with the receiver.',
  address_refused:
    'The name points to an address that is not public. The server’s operator can allow it with WEBHOOK_ALLOW_CIDRS.',
  plain_http: 'Webhooks require HTTPS. Plain HTTP is allowed only for the ranges in WEBHOOK_ALLOW_CIDRS.',
  bad_answer: 'The receiver did not return a valid HTTP response.',
  headers_too_large: 'The response headers are larger than 16 KB.',
} as const;

export type WebhookCause = keyof typeof WEBHOOK_CAUSES;

export const WEBHOOK_CAUSE_NAMES = Object.keys(WEBHOOK_CAUSES) as [WebhookCause, ...WebhookCause[]];

/** The HTTP status that disables an endpoint at once. */
export const NO_MORE_EVENTS = 410;

const FIVE_DAYS = 'Nothing was delivered for five days. Last: ';

/** What an endpoint's state is due to. */
export interface StateReason {
  cause: WebhookCause;
  /** HTTP status of the last response; null when there was none. */
  status: number | null;
}

/** Returns why an endpoint is failing or disabled, as a sentence. */
export function writeStateReason({
  isDisabled,
  cause,
  status,
}: StateReason & { isDisabled: boolean }): string {
  const what = `${status === null ? '' : `HTTP ${status}. `}${WEBHOOK_CAUSES[cause]}`;
  return isDisabled && status !== NO_MORE_EVENTS ? `${FIVE_DAYS}${what}` : what;
}

/** Returns what a sentence of `writeStateReason` says; null for any other text. */
export function readStateReason(reason: string | null): StateReason | null {
  const last = reason?.startsWith(FIVE_DAYS) ? reason.slice(FIVE_DAYS.length) : reason;
  const [, status, sentence] = /^(?:HTTP (\d+)\. )?(.*)$/s.exec(last ?? '') ?? [];
  const cause = WEBHOOK_CAUSE_NAMES.find((name) => WEBHOOK_CAUSES[name] === sentence);
  return cause === undefined ? null : { cause, status: status === undefined ? null : Number(status) };
}
