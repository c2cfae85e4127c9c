/** The kinds of files that the platform can send. Each is a message type. */
export const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;

export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * The types that the platform displays or plays. Other images, videos and audio files are sent as documents.
 */
const KIND_OF_TYPE: Readonly<Record<string, MediaKind>> = {
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/png': 'image',
  'image/webp': 'sticker',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp3': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/ogg': 'audio',
};

const KIND_OF_EXTENSION: Readonly<Record<string, MediaKind>> = {
  ...{ jpg: 'image', jpeg: 'image', png: 'image', webp: 'sticker' },
  ...{ mp4: 'video', '3gp': 'video', '3gpp': 'video' },
  ...{ aac: 'audio', amr: 'audio', mp3: 'audio', m4a: 'audio', ogg: 'audio', oga: 'audio', opus: 'audio' },
  ...{ pdf: 'document', txt: 'document', csv: 'document', rtf: 'document', zip: 'document' },
  ...{ doc: 'document', docx: 'document', odt: 'document', xls: 'document', xlsx: 'document' },
  ...{ ods: 'document', ppt: 'document', pptx: 'document', odp: 'document', ics: 'document' },
  ...{ vcf: 'document', xml: 'document', json: 'document', epub: 'document' },
  ...{ gif: 'document', heic: 'document', svg: 'document', tiff: 'document', bmp: 'document' },
  ...{ mov: 'document', webm: 'document', avi: 'document', mkv: 'document' },
  ...{ wav: 'document', flac: 'document', weba: 'document' },
};

/** Types that do not identify the file: generic binary data, or a web page instead of the file. */
const UNSPECIFIC = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  'application/xhtml+xml',
  'text/html',
]);

/** Returns the kind for a Content-Type; null when the type does not identify the file. */
export function kindOfContentType(contentType: string): MediaKind | null {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (!/^(image|video|audio|application|text)\/[\w.+-]+$/.test(type) || UNSPECIFIC.has(type)) return null;
  return KIND_OF_TYPE[type] ?? 'document';
}

/** Returns the kind for the file extension in a link's path; null when there is none or it is unknown. */
export function kindOfLink(link: string): MediaKind | null {
  const [path = ''] = link.split(/[?#]/, 1);
  const [, extension = ''] =
    /\/[^/]*\.([A-Za-z0-9]{1,5})$/.exec(path.replace(/^https?:\/\/[^/]*/i, '')) ?? [];
  return KIND_OF_EXTENSION[extension.toLowerCase()] ?? null;
}
