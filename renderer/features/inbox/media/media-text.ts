import type { Media } from '../../../../shared/contract/media.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';
import {
  type FileFacts,
  judgeFile,
  MEDIA_LIMITS,
  nameOfFile,
} from '../../../../shared/domain/media-limits.ts';
import { formatSize } from '../../../lib/format/format-size.ts';
import { t } from '../../../lib/i18n.ts';

/** Returns the name that a file is saved under. */
export function fileName(
  { filename, mimeType }: Pick<Media, 'filename' | 'mimeType'>,
  kind: MediaKind,
): string {
  return nameOfFile(filename ?? t(`inbox:media.fileNames.${kind}`), mimeType);
}

/** Returns the type and size of a file, as far as they are known: `PDF · 340 KB`. */
export function factsOf({ mimeType, size, filename }: Pick<Media, 'mimeType' | 'size' | 'filename'>): string {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(nameOfFile(filename, mimeType))?.[1];
  return [ending?.toUpperCase(), size === null ? null : formatSize(size)].filter(Boolean).join(' · ');
}

/** Returns the size of an image in a thread: within the limits, with its aspect ratio. */
export function boxOf(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height) return { width: 260, height: 195 };
  const scale = Math.min(BOX.width / width, BOX.height / height, 1);
  return {
    width: Math.max(BOX.least, Math.round(width * scale)),
    height: Math.max(BOX.least, Math.round(height * scale)),
  };
}

const BOX = { width: 320, height: 340, least: 72 };

/** Formats a duration in minutes and seconds: `0:07`, `12:30`. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Returns why the platform would reject a file, as a sentence; null when it would accept it. */
export function rejectionOf(file: FileFacts): string | null {
  const verdict = judgeFile(file);
  if (verdict.ok) return null;
  if (verdict.code === 'empty') return t('inbox:media.refused.empty');
  if (verdict.code === 'type') return typeRejection(file);
  // The file is too large. Judging it with a small size returns its kind, which sets the limit.
  const small = judgeFile({ ...file, size: 1 });
  return small.ok
    ? t(`inbox:media.refused.size.${small.kind}`, {
        size: formatSize(file.size, 'up'),
        max: formatSize(MEDIA_LIMITS[small.kind]),
      })
    : verdict.reason;
}

function typeRejection({ name, type }: FileFacts): string {
  const [, ending] = /\.([A-Za-z0-9]{1,8})$/.exec(name) ?? [];
  if (ending !== undefined) return t('inbox:media.refused.ending', { ending: ending.toLowerCase() });
  return type === '' ? t('inbox:media.refused.unknown') : t('inbox:media.refused.type', { type });
}
