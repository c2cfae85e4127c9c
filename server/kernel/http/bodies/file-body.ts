import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../../../shared/domain/errors.ts';

/** A file that arrives as the body of a request. Its bytes are read as they are used. */
export interface FileBody {
  /** The type as the sender gave it; empty when they gave none. */
  contentType: string;
  /** The announced size in bytes; null when the sender does not announce one. */
  size: number | null;
  bytes: Readable;
}

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i;
const NO_FORM =
  'Send the bytes of the file as the body, and its type as Content-Type, not a form. With curl: --data-binary @file.pdf -H "Content-Type: application/pdf"';

/** Returns the body of a request as a file. @throws {AppError} unsupported_media_type for a form */
export function fileBodyOf(req: IncomingMessage): FileBody {
  const { 'content-length': length, 'content-type': contentType = '' } = req.headers;
  if (FORM.test(contentType)) throw new AppError('unsupported_media_type', { message: NO_FORM });
  return {
    contentType,
    size: length === undefined ? null : Number(length),
    bytes: Readable.from(chunksOf(req), { objectMode: false }),
  };
}

/** Yields the body's chunks. After an error with the file, the connection must still carry the response. */
async function* chunksOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk;
}

/** Time limit for receiving the rest of a rejected body. */
const LEFTOVER_MS = 10_000;

/** Reads and discards the rest of a body, so that the sender can read why it was rejected. */
export function discardRest(req: IncomingMessage): void {
  if (req.complete) return;
  req.resume();
  const timer = setTimeout(() => req.destroy(), LEFTOVER_MS);
  req.once('close', () => clearTimeout(timer));
}
