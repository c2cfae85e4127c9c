import type { Media } from '../../../../shared/contract/media.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';
import { formatBytes, nameOfFile } from '../../../../shared/domain/media-limits.ts';

const WORDS: Readonly<Record<MediaKind, string>> = {
  image: 'photo',
  video: 'video',
  audio: 'audio',
  document: 'document',
  sticker: 'sticker',
};

/** A kind in the middle of a sentence. */
export function kindInWords(kind: MediaKind): string {
  return WORDS[kind];
}

/** What a file is saved as. */
export function fileName(
  { filename, mimeType }: Pick<Media, 'filename' | 'mimeType'>,
  kind: MediaKind,
): string {
  return nameOfFile(filename ?? WORDS[kind], mimeType);
}

/** `PDF · 340 KB`, as far as it is known. */
export function factsOf({ mimeType, size, filename }: Pick<Media, 'mimeType' | 'size' | 'filename'>): string {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(nameOfFile(filename, mimeType))?.[1];
  return [ending?.toUpperCase(), size === null ? null : formatBytes(size)].filter(Boolean).join(' · ');
}

/** The box that a picture is shown in: its own shape, neither a thread wide nor a thread high. */
export function boxOf(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height) return { width: 260, height: 195 };
  const scale = Math.min(BOX.width / width, BOX.height / height, 1);
  return {
    width: Math.max(BOX.least, Math.round(width * scale)),
    height: Math.max(BOX.least, Math.round(height * scale)),
  };
}

const BOX = { width: 320, height: 340, least: 72 };

/** `0:07`, `12:30`. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
