import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { BodyBudget } from './body-budget.ts';

export interface ReadOptions {
  /** The longest body in bytes. */
  limit: number;
  budget: BodyBudget;
  /** Who sends it, for their share of the budget: a workspace or an address. */
  sender: string;
}

/**
 * Reads the raw bytes of a body and passes them to `use`. The bytes count towards the budget while they
 * arrive and until `use` is done.
 * @throws {AppError} payload_too_large; unavailable when too many bodies are being read; validation_failed
 * when the body ends early; unsupported_media_type for a Content-Encoding.
 */
export async function withBody<T>(
  req: IncomingMessage,
  { limit, budget, sender }: ReadOptions,
  use: (body: Buffer) => T | Promise<T>,
): Promise<T> {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported_media_type', { message: 'Send the body without Content-Encoding.' });
  const declared = Number(req.headers['content-length'] ?? limit);
  if (declared > limit) throw new AppError('payload_too_large');
  const room = budget.open(sender, declared);
  try {
    return await use(await readAll(req, limit, room.take));
  } catch (error) {
    // Discards the rest of the body, so that the sender can read the response.
    req.resume();
    throw error;
  } finally {
    room.close();
  }
}

function readAll(req: IncomingMessage, limit: number, take: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > limit) throw new AppError('payload_too_large');
        take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        stop();
        reject(error);
      }
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    const onClose = () => {
      stop();
      reject(new AppError('validation_failed', { message: 'The request ended before its body did.' }));
    };
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      // An aborted request emits an error, which nothing may wait for any more.
      req.on('error', ignore);
    };
    if (req.destroyed) return onClose();
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

function ignore(): void {}
