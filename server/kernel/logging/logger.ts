import { pino, type SerializedError, stdSerializers } from 'pino';
import { withoutRepeats } from './repeats.ts';
import { type LogSink, standardOutput } from './standard-output.ts';

export type Logger = ReturnType<typeof createLogger>;

/** Names of fields with secrets, redacted at each of `PLACES`. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'accessToken',
  'appSecret',
  'secretKey',
  'verifyToken',
  'key',
];
const PLACES = ['', '*.', 'req.headers.', 'res.headers.', 'err.', 'err.config.'];

/** Matches our secrets, and the platform's access tokens, in a longer text; the logger redacts them everywhere. */
const SECRET_TEXT = /\b(svc_[0-9a-z]{26}_|sk-svc-|ses_|whsec_|EAA(?=[0-9A-Za-z]{20}))[0-9A-Za-z+/=_-]{8,}/g;

/**
 * Creates a logger that writes JSON lines to standard output. Secrets are redacted by field name and, in
 * addition, by format in every line, so that a key in an error message is not logged either.
 */
export function createLogger(level: string, sink: LogSink = withoutRepeats(standardOutput())) {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error: unknown) => withoutStatement(stdSerializers.err(error as Error)) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          ...PLACES.flatMap((place) => SECRETS.map((name) => `${place}${name}`)),
          'res.headers["set-cookie"]',
        ],
        censor: '[redacted]',
      },
    },
    { write: (line: string) => void sink.write(line.replace(SECRET_TEXT, '$1[redacted]')) },
  );
}

/**
 * Removes the statement from a database error: it contains values such as customers' messages, hashes and
 * sealed secrets. The log gets what failed and where.
 */
function withoutStatement(error: SerializedError | unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const {
    raw: _raw,
    sql: _sql,
    parameters: _parameters,
    original: _original,
    ...kept
  } = error as SerializedError;
  return 'parent' in kept ? { ...kept, parent: withoutStatement(kept.parent) } : kept;
}
