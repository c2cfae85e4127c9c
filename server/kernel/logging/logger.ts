import { pino, type SerializedError, stdSerializers } from 'pino';

export type Logger = ReturnType<typeof createLogger>;

/** Names of fields that hold secrets, at any of the places where our log lines have objects. */
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

/** What looks like one of our secrets inside a longer text; the logger blanks it wherever it stands. */
const SECRET_TEXT = /\b(svc_[0-9a-z]{26}_|sk-svc-|ses_|whsec_)[0-9A-Za-z+/=_-]{8,}/g;

/**
 * JSON lines on standard output. Secrets are removed by field name and, as a second net, by shape in
 * every line, so that a key inside an error message does not reach the log either.
 */
export function createLogger(level: string, destination?: { write(line: string): void }) {
  const sink = destination ?? process.stdout;
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
 * An error of the database carries its statement, with the values written into it: customers' words,
 * hashes, sealed secrets. The log gets what failed and where, not what was in it.
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
