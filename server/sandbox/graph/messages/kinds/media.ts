import { invalid, type Kind, objectAt, onlyKeys, optionalStringAt, required, stringAt } from '../shape.ts';

const longestCaption = 1_024;

const extraKeys: Readonly<Record<string, readonly string[]>> = {
  image: ['caption'],
  video: ['caption'],
  audio: ['voice'],
  document: ['caption', 'filename'],
  sticker: [],
};

/** The checks of file messages by type, with the additional fields of each type. */
export const mediaKinds: readonly (readonly [string, Kind])[] = Object.entries(extraKeys).map(
  ([type, extra]) => [type, (content) => checkMedia(type, content, extra)],
);

/** Checks a file reference: exactly one of the id of an upload and a link. The bytes are not checked. */
export function checkMedia(type: string, content: unknown, extra: readonly string[]): void {
  const media = objectAt(content, type);
  onlyKeys(media, type, ['id', 'link', ...extra]);
  if (media.id === undefined && media.link === undefined) throw required(`${type}['id'] or ${type}['link']`);
  if (media.id !== undefined && media.link !== undefined) {
    throw invalid(`Only one of ${type}['id'] and ${type}['link'] may be given.`);
  }
  if (media.id !== undefined) stringAt(media.id, `${type}['id']`, 512);
  if (media.link !== undefined) checkLink(stringAt(media.link, `${type}['link']`, 2_048), type);
  optionalStringAt(media.caption, `${type}['caption']`, longestCaption);
  optionalStringAt(media.filename, `${type}['filename']`, 512);
}

function checkLink(link: string, type: string): void {
  if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol)) {
    throw invalid(`${type}['link'] is not a valid URI.`);
  }
}
