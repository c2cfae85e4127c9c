export interface Entry {
  readonly http: number;
  readonly title: string;
  /**
   * `sync`: the platform returns the error from the call. `async`: it accepts the call and reports the error
   * in a `failed` status.
   */
  readonly way: 'sync' | 'async' | 'inbound';
  readonly details?: string;
}

const sync = (http: number, title: string, details?: string): Entry => ({
  http,
  title,
  way: 'sync',
  ...(details && { details }),
});
const async = (title: string, details?: string): Entry => ({
  http: 400,
  title,
  way: 'async',
  ...(details && { details }),
});

/** The platform's error codes. Rate limits return 400, so callers must check the code. */
const catalogue: Readonly<Record<number, Entry>> = {
  0: sync(401, 'AuthException'),
  1: sync(400, 'API Unknown'),
  2: sync(503, 'Service temporarily unavailable'),
  3: sync(500, 'Capability or permissions missing'),
  4: sync(400, 'Application request limit reached'),
  10: sync(403, 'Application does not have permission for this action'),
  33: sync(400, 'Parameter value is not valid', 'The business phone number has been deleted.'),
  100: sync(400, 'Invalid parameter'),
  104: sync(403, 'An access token is required to request this resource.'),
  190: sync(401, 'Error validating access token'),
  200: sync(403, 'Permissions error'),
  368: sync(403, 'Temporarily blocked for policies violations'),
  80007: sync(400, 'Rate limit issues'),
  130403: async('User blocked by business'),
  130429: sync(400, 'Rate limit hit', 'Throughput reached.'),
  130472: async("User's number is part of an experiment"),
  130497: async('Business account is restricted from messaging users in this country.'),
  131000: sync(500, 'Something went wrong'),
  131005: sync(403, 'Access denied'),
  131008: sync(400, 'Required parameter is missing'),
  131009: sync(400, 'Parameter value is not valid'),
  131016: sync(500, 'Service unavailable'),
  131021: sync(400, 'Recipient cannot be sender', 'Recipient cannot be the sender.'),
  131026: async('Message undeliverable', 'Message Undeliverable.'),
  131030: sync(400, 'Recipient phone number not in allowed list'),
  131031: sync(403, 'Business Account locked'),
  131037: sync(400, 'Display name approval is needed before a message can be sent.'),
  131042: async('Business eligibility payment issue'),
  131045: sync(500, 'Incorrect certificate'),
  131047: async('Re-engagement message', 'The last reply of this customer is older than 24 hours.'),
  131048: async('Spam rate limit hit'),
  131049: async('This message was not delivered to maintain healthy ecosystem engagement.'),
  131050: async('User has stopped marketing messages'),
  131051: sync(400, 'Unsupported message type', 'Message type is currently not supported.'),
  131052: {
    http: 400,
    title: 'Media download error',
    way: 'inbound',
    details: 'Failed to download the media from the sender.',
  },
  131053: async('Media upload error'),
  131056: sync(
    400,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Too many messages from this sender to this recipient in a short time.',
  ),
  131057: sync(500, 'Account in maintenance mode'),
  131060: {
    http: 400,
    title: 'This message is unavailable',
    way: 'inbound',
    details: 'This message is currently unavailable.',
  },
  131062: sync(400, 'Business-scoped user id is not supported for this message'),
  131063: sync(400, 'Marketing messages are disabled for this number'),
  131064: sync(400, 'Messaging limit reduced because of template categories'),
  132000: sync(400, 'Number of parameters does not match the expected number of params'),
  132001: sync(404, 'Template name does not exist in the translation'),
  132005: sync(400, 'Template hydrated text too long'),
  132007: sync(400, 'Template format character policy violated'),
  132008: sync(400, 'Template parameter format mismatch'),
  132012: sync(400, 'Template parameter format mismatch'),
  132015: sync(400, 'Template is paused'),
  132016: sync(400, 'Template is disabled'),
  132068: sync(400, 'Flow is blocked'),
  132069: sync(400, 'Flow is throttled'),
  133000: sync(500, 'Incomplete deregistration'),
  133004: sync(503, 'Server temporarily unavailable'),
  133005: sync(400, 'Two step verification PIN mismatch'),
  133006: sync(400, 'Phone number re-verification needed'),
  133008: sync(400, 'Too many two step verification PIN guesses', 'Try again in 30 minutes.'),
  133009: sync(400, 'Two step verification PIN guessed too fast', 'Try again in 5 seconds.'),
  133010: sync(400, 'Phone number not registered', 'The phone number is not registered on the platform.'),
  133015: sync(400, 'Please wait a few minutes before attempting to register this phone number'),
  133016: sync(400, 'Account register deregister rate limit exceeded'),
  136024: sync(400, 'Request code error', 'Too many codes were requested for this number. Try again later.'),
  136025: sync(400, 'Verify code error', 'The code that was entered is incorrect or has expired.'),
  135000: sync(400, 'Generic user error'),
};

/** Subcodes that are more specific than their code, with the platform's text. */
const subcodes: Readonly<Record<string, string>> = {
  '100/33': 'Unsupported post request. Object does not exist or cannot be loaded due to missing permissions',
  '190/460': 'Error validating access token: the session was ended because the password was changed',
  '190/463': 'Error validating access token: Session has expired',
  '190/467': 'The access token is invalid since the user has logged out',
};

/** An error that can be requested. */
export interface CatalogueLine {
  readonly code: number;
  readonly subcode: number | null;
  readonly way: Entry['way'];
  readonly title: string;
}

/** Returns every error that the platform can return, sorted by code. */
export function errorLines(): CatalogueLine[] {
  const plain = Object.entries(catalogue).map(([code, { way, title }]) => ({
    code: Number(code),
    subcode: null,
    way,
    title,
  }));
  const finer = Object.entries(subcodes).map(([name, title]) => {
    const [code = 0, subcode = 0] = name.split('/').map(Number);
    return { code, subcode, way: 'sync' as const, title };
  });
  return [...plain, ...finer].sort((a, b) => a.code - b.code);
}

/** Returns how a code is reported. Unknown codes count as a plain bad request. */
export function entryOf(code: number): Entry {
  return catalogue[code] ?? sync(400, 'Unknown error');
}

/** Returns the platform's text for a subcode if it differs from that of the code. */
export function subcodeTitle(code: number, subcode: number): string | undefined {
  return subcodes[`${code}/${subcode}`];
}

/** Returns the texts of a code for an element of `errors[]`. */
export function titleOf(code: number): { title: string; details: string } {
  const { title, details } = entryOf(code);
  return { title, details: details ?? `${title}.` };
}

/**
 * Returns the error that a magic recipient requests: its number ends with a six-digit code, or with 999 and a
 * shorter code padded to five digits (…99900190). Errors of inbound messages cannot be requested by a send.
 */
export function magicCode(waId: string): number | null {
  const short = /999(\d{5})$/.exec(waId)?.[1];
  const code = Number(short ?? waId.slice(-6));
  const isRequested = short !== undefined || code >= 100_000;
  return isRequested && code in catalogue && entryOf(code).way !== 'inbound' ? code : null;
}
