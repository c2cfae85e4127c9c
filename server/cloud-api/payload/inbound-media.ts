import { z } from 'zod';
import { MEDIA_KINDS, type MediaKind } from '../../../shared/domain/media-kind.ts';
import { fileNameOf } from '../../../shared/domain/text.ts';
import { digestOf } from '../media-digest.ts';

const word = z.string().optional().catch(undefined);
const FileSchema = z.looseObject({ id: word, mime_type: word, sha256: word, filename: word });
const ErrorsSchema = z.array(z.looseObject({ code: z.number() })).catch([]);

/** The file of a customer's message, as the callback tells of it. */
export interface InboundMedia {
  kind: MediaKind;
  /** By which it is asked for; null when the platform could not take the file itself. */
  platformId: string | null;
  mimeType: string;
  /** Of all bytes; null when the callback does not say, or says it in a way that nobody reads. */
  sha256: Buffer | null;
  filename: string | null;
  /** Why there will be no file; null when it can be fetched. */
  fault: string | null;
}

const ID_MAX = 128;
/** The platform could not take the customer's file: more than 100 MB, for one. */
const NOT_TAKEN = 131052;

/** The file of a message of the given type; null for types without one. Never throws. */
export function readInboundMedia(type: string, raw: unknown): InboundMedia | null {
  if (!(MEDIA_KINDS as readonly string[]).includes(type)) return null;
  const message = z.looseObject({}).catch({}).parse(raw);
  const { id, mime_type, sha256, filename } = FileSchema.catch({}).parse(message[type] ?? {});
  const isTaken = !ErrorsSchema.parse(message.errors).some(({ code }) => code === NOT_TAKEN);
  const platformId = id && /^[\x21-\x7e]+$/.test(id) && id.length <= ID_MAX ? id : null;
  return {
    kind: type as MediaKind,
    platformId: isTaken ? platformId : null,
    mimeType: (mime_type ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 255) || 'application/octet-stream',
    sha256: sha256 === undefined ? null : digestOf(sha256),
    filename: fileNameOf(filename ?? ''),
    fault: isTaken && platformId ? null : NO_FILE,
  };
}

const NO_FILE =
  'The platform could not take this file; it may be larger than 100 MB. Ask the customer to send it another way.';
