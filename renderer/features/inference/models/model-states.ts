import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatBytes } from '../model-format.ts';

/** Returns whether a download is running or about to start. */
export function isInProgress({ state }: Pick<Model, 'state'>): boolean {
  return state === 'downloading' || state === 'checking' || state === 'waiting';
}

/** Returns how much of a model is downloaded: `500 MB of 2.0 GB`. */
export function shareOf({ bytes, totalBytes }: Pick<Model, 'bytes' | 'totalBytes'>): string {
  return t('inference:models.progress.share', { bytes: formatBytes(bytes), total: formatBytes(totalBytes) });
}

/** Returns the progress of a download: the downloaded share, the speed and the time left. */
export function progressOf(model: Pick<Model, 'state' | 'bytes' | 'totalBytes' | 'bytesPerSecond'>): string {
  const { state, bytes, totalBytes, bytesPerSecond } = model;
  if (state === 'checking') return t('inference:models.progress.checking');
  const share = shareOf(model);
  if (state === 'waiting') {
    return bytes > 0
      ? t('inference:models.progress.startingAt', { share })
      : t('inference:models.progress.starting');
  }
  if (bytesPerSecond === 0) return share;
  const left = timeLeft((totalBytes - bytes) / bytesPerSecond);
  return `${share} · ${formatBytes(bytesPerSecond)}/s · ${left}`;
}

/** Formats the time left, rounded: `under a minute left`, `about 12 min left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return t('inference:models.progress.underMinute');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('inference:models.progress.minutesLeft', { minutes });
  const hours = Math.floor(minutes / 60);
  return t('inference:models.progress.hoursLeft', { hours, minutes: minutes % 60 });
}

export const FIT_COLORS: Readonly<Record<'yes' | 'tight' | 'no', string>> = {
  yes: 'pine',
  tight: 'yellow',
  no: 'red',
};
