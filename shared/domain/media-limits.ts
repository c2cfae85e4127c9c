import type { MediaKind } from './media-kind.ts';

const MB = 1024 * 1024;

/** The largest file of each kind that the platform accepts, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<MediaKind, number>> = {
  image: 5 * MB,
  video: 16 * MB,
  audio: 16 * MB,
  document: 100 * MB,
  // The limit for animated stickers. Static ones can have 100 KB; only the bytes show which kind it is.
  sticker: 500 * 1024,
};

export const STILL_STICKER_LIMIT = 100 * 1024;

/** The largest file of any kind, inbound or outbound. */
export const MEDIA_MAX = MEDIA_LIMITS.document;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** The MIME types that the platform accepts, and the message type of each. Matches the platform's list. */
const ACCEPTED: Readonly<Record<string, MediaKind>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'sticker',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'text/plain': 'document',
  'application/pdf': 'document',
  'application/msword': 'document',
  'application/vnd.ms-excel': 'document',
  'application/vnd.ms-powerpoint': 'document',
  [`${OFFICE}wordprocessingml.document`]: 'document',
  [`${OFFICE}spreadsheetml.sheet`]: 'document',
  [`${OFFICE}presentationml.presentation`]: 'document',
};

/** Other names that browsers use for the same types, and text types that are sent as plain text. */
const SAME_AS: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'application/ogg': 'audio/ogg',
  'text/csv': 'text/plain',
  'text/markdown': 'text/plain',
  'text/x-log': 'text/plain',
};

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' },
  ...{ mp4: 'video/mp4', '3gp': 'video/3gpp' },
  ...{ aac: 'audio/aac', amr: 'audio/amr', mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' },
  ...{ txt: 'text/plain', csv: 'text/plain', md: 'text/plain', log: 'text/plain', pdf: 'application/pdf' },
  ...{ doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
};

export interface FileFacts {
  name: string;
  /** The MIME type according to the browser or the caller; empty when unknown. */
  type: string;
  /** Size in bytes. */
  size: number;
}

/** The kind and type to send a file as, or a sentence that says why it cannot be sent. */
export type FileVerdict =
  | { ok: true; kind: MediaKind; mimeType: string }
  | { ok: false; code: 'empty' | 'type' | 'size'; reason: string };

/** Checks whether the platform accepts a file, before it is uploaded. For server and browser. */
export function judgeFile({ name, type, size }: FileFacts): FileVerdict {
  const mimeType = acceptedType(type, name);
  const kind = mimeType === null ? undefined : ACCEPTED[mimeType];
  if (mimeType === null || kind === undefined) {
    return { ok: false, code: 'type', reason: `${describeType(type, name)} cannot be sent. ${WHAT_CAN}` };
  }
  if (size === 0) return { ok: false, code: 'empty', reason: 'The file is empty.' };
  const most = MEDIA_LIMITS[kind];
  if (size > most) return { ok: false, code: 'size', reason: sizeReason(size, most, kind) };
  return { ok: true, kind, mimeType };
}

const WHAT_CAN = 'Send JPEG, PNG, WebP, MP4, 3GP, MP3, M4A, AAC, AMR, OGG, PDF, text or Office files.';

const MANY: Readonly<Record<MediaKind, string>> = {
  image: 'images',
  video: 'video',
  audio: 'audio',
  document: 'documents',
  sticker: 'stickers',
};

/** Returns a sentence such as `34 MB; the limit is 16 MB for video.` */
export function sizeReason(size: number, most: number, kind: MediaKind): string {
  return `${formatBytes(size, 'up')}; the limit is ${formatBytes(most)} for ${MANY[kind]}.`;
}

/**
 * Formats a size for people, in the platform's units of 1,024. `up` never shows less than the actual size.
 */
export function formatBytes(bytes: number, round: 'near' | 'up' = 'near'): string {
  if (bytes < 1024) return `${bytes} B`;
  const [unit, name] = bytes < MB ? [1024, 'KB'] : bytes < 1024 * MB ? [MB, 'MB'] : [1024 * MB, 'GB'];
  const value = bytes / unit;
  const digits = value < 10 && unit !== 1024 ? 10 : 1;
  const rounded = (round === 'up' ? Math.ceil(value * digits) : Math.round(value * digits)) / digits;
  return `${rounded} ${name}`;
}

/** Returns whether a kind of file can have a caption: images, videos and documents. */
export function takesCaption(kind: MediaKind): boolean {
  return kind !== 'audio' && kind !== 'sticker';
}

/** Returns the platform's name for a MIME type. Derives an unknown type from the file extension. */
function acceptedType(type: string, name: string): string | null {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  const canonical = (Object.hasOwn(SAME_AS, bare) && SAME_AS[bare]) || bare;
  if (Object.hasOwn(ACCEPTED, canonical)) return canonical;
  const isUnspecific = ['', 'application/octet-stream', 'binary/octet-stream'].includes(canonical);
  const extension = extensionOf(name);
  return isUnspecific && Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}

function extensionOf(name: string): string {
  return (/\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? '').toLowerCase();
}

function describeType(type: string, name: string): string {
  const extension = extensionOf(name);
  if (extension !== '') return `A .${extension} file`;
  return type === '' ? 'A file of an unknown kind' : `A file of type ${type}`;
}

const EXTENSION_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(BY_EXTENSION).map(([extension, type]) => [type, extension])),
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
};

/** Returns a file name that matches the type. The platform checks both. */
export function nameOfFile(name: string | null, mimeType: string): string {
  const bare = (mimeType.split(';')[0] ?? '').trim().toLowerCase();
  const extension = EXTENSION_OF[bare];
  const given = (name ?? '').trim();
  if (given === '') return extension ? `file.${extension}` : 'file';
  if (!extension || BY_EXTENSION[extensionOf(given)] === bare) return given;
  return `${given}.${extension}`;
}
