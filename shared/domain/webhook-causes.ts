/**
 * Why an attempt to deliver a webhook failed, as one word for programs and one sentence for people:
 * what happened, and what to do about it.
 */
export const WEBHOOK_CAUSES = {
  http_error: 'The receiver answered with an error. Look at its own log at this time.',
  unauthorized: 'The receiver asks for a login. Is there an authentication in front of the handler?',
  not_found: 'The receiver has nothing at this address. Check the path.',
  body_too_large: 'The receiver takes no body of this size. Raise its limit to 1 MB.',
  redirect: 'The receiver redirects, and webhooks do not follow. Enter the address it redirects to.',
  gone: 'The receiver answered 410 Gone, which means: send nothing more. The endpoint was disabled.',
  rate_limited: 'The receiver asks for fewer requests. It is tried again later; a throttle can be set.',
  overloaded: 'The receiver, or a proxy in front of it, is overloaded or down. It is tried again later.',
  timeout: 'No answer in time. Answer with 200 first and do the work afterwards.',
  connect_timeout:
    'No connection in time. Is the address reachable from this server, or does a firewall drop it?',
  name_not_found: 'The name of the host was not found. Check its spelling and its DNS record.',
  refused: 'The host refuses the connection. Does the receiver run, and on this port?',
  reset: 'The connection broke off before an answer came.',
  unreachable: 'The host cannot be reached from this server.',
  broke_off: 'The answer broke off in the middle, so it is not known whether the receiver had finished.',
  certificate_expired: 'The certificate of the receiver has expired. Renew it.',
  certificate_untrusted:
    'The certificate of the receiver is not signed by an authority that is trusted here.',
  certificate_name: 'The certificate of the receiver is for another name.',
  tls: 'No encrypted connection could be made with the receiver.',
  address_refused:
    'The name resolves to an address that is not public. The operator of this server can allow it with WEBHOOK_ALLOW_CIDRS.',
  plain_http: 'Webhooks go over https. Plain http is allowed only to the ranges in WEBHOOK_ALLOW_CIDRS.',
  bad_answer: 'What came back is not an HTTP answer.',
  headers_too_large: 'The headers of the answer are larger than 16 KB.',
} as const;

export type WebhookCause = keyof typeof WEBHOOK_CAUSES;

export const WEBHOOK_CAUSE_NAMES = Object.keys(WEBHOOK_CAUSES) as [WebhookCause, ...WebhookCause[]];
