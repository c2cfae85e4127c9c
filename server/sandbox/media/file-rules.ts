/** The file types that the platform accepts for each kind of message, and their size limits. */
const MB = 1024 * 1024;

interface Kind {
  readonly types: readonly string[];
  readonly maxBytes: number;
}

const office = 'application/vnd.openxmlformats-officedocument.';
const kinds: Readonly<Record<string, Kind>> = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  audio: { types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'], maxBytes: 16 * MB },
  document: {
    types: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${office}wordprocessingml.document`,
      `${office}spreadsheetml.sheet`,
      `${office}presentationml.presentation`,
    ],
    maxBytes: 100 * MB,
  },
  sticker: { types: ['image/webp'], maxBytes: 500 * 1024 },
};

const stillStickerMaxBytes = 100 * 1024;

/** The types allowed for a file extension. The platform checks the extension against the declared type. */
const typesOfExtension: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  webp: ['image/webp'],
  mp4: ['video/mp4', 'audio/mp4'],
  '3gp': ['video/3gpp'],
  mp3: ['audio/mpeg'],
  m4a: ['audio/mp4'],
  aac: ['audio/aac'],
  amr: ['audio/amr'],
  ogg: ['audio/ogg'],
  pdf: ['application/pdf'],
};

/** Returns a declared type without parameters, in lower case. */
export function bareType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns the kind of message for a file of this type; null if the platform does not accept it. */
export function kindOfFile(mimeType: string): string | null {
  const type = bareType(mimeType);
  return Object.keys(kinds).find((name) => kinds[name]?.types.includes(type)) ?? null;
}

/**
 * Returns the rule that a file violates, in the platform's words after `Param file must be`; null if none.
 */
export function violatedRule(file: { mimeType: string; filename: string; bytes: Buffer }): string | null {
  const type = bareType(file.mimeType);
  const kind = kindOfFile(type);
  const [, extension = ''] = /\.([A-Za-z0-9]+)$/.exec(file.filename) ?? [];
  const fitting = typesOfExtension[extension.toLowerCase()];
  if (kind === null || (fitting && !fitting.includes(type))) return wrongType(type);
  if (!looksLike(type, file.bytes)) return wrongType('application/octet-stream');
  if (file.bytes.length === 0) return 'a non-empty file.';
  const max =
    kind === 'sticker' && !isAnimated(file.bytes) ? stillStickerMaxBytes : (kinds[kind]?.maxBytes ?? 0);
  if (file.bytes.length <= max) return null;
  return `at most ${max} bytes for files of type '${type}'. Received ${file.bytes.length} bytes.`;
}

function wrongType(received: string): string {
  const all = Object.values(kinds).flatMap(({ types }) => types);
  return `a file with one of the following types: ${all.join(', ')}. Received file of type '${received}'.`;
}

/** Returns whether the first bytes match the declared type, for types that the platform checks. */
function looksLike(type: string, bytes: Buffer): boolean {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  switch (type) {
    case 'image/jpeg':
      return starts('\xff\xd8\xff');
    case 'image/png':
      return starts('\x89PNG\r\n\x1a\n');
    case 'image/webp':
      return starts('RIFF') && starts('WEBP', 8);
    case 'audio/ogg':
      // Only Opus; the platform rejects Vorbis in the same container.
      return starts('OggS') && bytes.subarray(0, 512).includes('OpusHead');
    case 'video/mp4':
    case 'audio/mp4':
      return starts('ftyp', 4);
    case 'application/pdf':
      return starts('%PDF-');
    default:
      return true;
  }
}

function isAnimated(webp: Buffer): boolean {
  return webp.toString('latin1', 12, 16) === 'VP8X' && ((webp[20] ?? 0) & 0x02) !== 0;
}
