import { formatBytes } from '../../../shared/domain/media-limits.ts';
import { currentLanguage } from '../i18n.ts';

/** Formats the size of a file in the current language: `1.5 MB`. `up` never shows less than the actual size. */
export function formatSize(bytes: number, round: 'near' | 'up' = 'near'): string {
  return formatBytes(bytes, round).replace(/^\S+/, (number) =>
    Number(number).toLocaleString(currentLanguage()),
  );
}
