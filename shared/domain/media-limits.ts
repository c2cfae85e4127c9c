import type { MediaKind } from './media-kind.ts';

const MB = 1024 * 1024;

/** The largest file of each kind that the platform takes from us, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<MediaKind, number>> = {
  image: 5 * MB,
  video: 16 * MB,
  audio: 16 * MB,
  document: 100 * MB,
  // An animated one; a still one may have 100 KB, which only its bytes tell.
  sticker: 500 * 1024,
};

export const STILL_STICKER_LIMIT = 100 * 1024;

/** The largest file of any kind, in either direction. */
export const MEDIA_MAX = MEDIA_LIMITS.document;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** What the platform takes from us, and the kind of message that it makes. Exactly its own list. */
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

/** Other names that browsers have for the same, and texts that travel as plain text. */
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

const BY_ENDING: Readonly<Record<string, string>> = {
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
  /** What the browser or the caller says it is; empty when nobody does. */
  type: string;
  /** Bytes. */
  size: number;
}

/** What becomes of a file: the kind and type it is sent as, or the sentence that says why it cannot be. */
export type FileVerdict =
  | { ok: true; kind: MediaKind; mimeType: string }
  | { ok: false; code: 'empty' | 'type' | 'size'; reason: string };

/** Whether the platform would take a file, judged before a byte of it travels. The same on both sides. */
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

/** `34 MB; the limit is 16 MB for video.` */
export function sizeReason(size: number, most: number, kind: MediaKind): string {
  return `${formatBytes(size, 'up')}; the limit is ${formatBytes(most)} for ${MANY[kind]}.`;
}

/** A size as people say it, in the platform's own units of 1,024. `up` never shows less than there is. */
export function formatBytes(bytes: number, round: 'near' | 'up' = 'near'): string {
  if (bytes < 1024) return `${bytes} B`;
  const [unit, name] = bytes < MB ? [1024, 'KB'] : [MB, 'MB'];
  const value = bytes / unit;
  const digits = value < 10 && unit === MB ? 10 : 1;
  const rounded = (round === 'up' ? Math.ceil(value * digits) : Math.round(value * digits)) / digits;
  return `${rounded} ${name}`;
}

/** The words under an image, a video or a document; the platform takes none with the others. */
export function takesCaption(kind: MediaKind): boolean {
  return kind !== 'audio' && kind !== 'sticker';
}

/** The type without parameters, under the platform's name for it; by the name's ending when nobody says. */
function acceptedType(type: string, name: string): string | null {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  const said = (Object.hasOwn(SAME_AS, bare) && SAME_AS[bare]) || bare;
  if (Object.hasOwn(ACCEPTED, said)) return said;
  const saysNothing = said === '' || said === 'application/octet-stream' || said === 'binary/octet-stream';
  const ending = endingOf(name);
  return saysNothing && Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? null) : null;
}

function endingOf(name: string): string {
  return (/\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? '').toLowerCase();
}

function describeType(type: string, name: string): string {
  const ending = endingOf(name);
  if (ending !== '') return `A .${ending} file`;
  return type === '' ? 'A file of an unknown kind' : `A file of type ${type}`;
}

const ENDING_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(BY_ENDING).map(([ending, type]) => [type, ending])),
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
};

/** A name for a file that has none, or whose ending says another type: the platform looks at both. */
export function nameOfFile(name: string | null, mimeType: string): string {
  const bare = (mimeType.split(';')[0] ?? '').trim().toLowerCase();
  const ending = ENDING_OF[bare];
  const given = (name ?? '').trim();
  if (given === '') return ending ? `file.${ending}` : 'file';
  if (!ending || BY_ENDING[endingOf(given)] === bare) return given;
  return `${given}.${ending}`;
}
