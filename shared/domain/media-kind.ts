/** The kinds of files that the platform sends, each as a type of message of its own. */
export const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;

export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What the platform plays and shows. Other pictures, films and sounds travel as documents. */
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

const KIND_OF_ENDING: Readonly<Record<string, MediaKind>> = {
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

/** Types that say nothing of the file: bytes of any kind, or a web page that stands in its place. */
const SAYS_NOTHING = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  'application/xhtml+xml',
  'text/html',
]);

/** The kind that a Content-Type names; null when it says nothing of the file. */
export function kindOfContentType(contentType: string): MediaKind | null {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (!/^(image|video|audio|application|text)\/[\w.+-]+$/.test(type) || SAYS_NOTHING.has(type)) return null;
  return KIND_OF_TYPE[type] ?? 'document';
}

/** The kind that the ending of a link's path names; null when it has none that is known. */
export function kindOfLink(link: string): MediaKind | null {
  const [path = ''] = link.split(/[?#]/, 1);
  const [, ending = ''] = /\/[^/]*\.([A-Za-z0-9]{1,5})$/.exec(path.replace(/^https?:\/\/[^/]*/i, '')) ?? [];
  return KIND_OF_ENDING[ending.toLowerCase()] ?? null;
}
