import type { Model } from '../../../shared/contract/models.contract.ts';
import { formatBytes } from './model-format.ts';

/** A download that is under way, or wants to be. */
export function isMoving({ state }: Pick<Model, 'state'>): boolean {
  return state === 'downloading' || state === 'checking' || state === 'waiting';
}

/** How far a download is, for people: what has come, how fast, and how long it takes. */
export function progressOf(model: Pick<Model, 'state' | 'bytes' | 'totalBytes' | 'bytesPerSecond'>): string {
  const { state, bytes, totalBytes, bytesPerSecond } = model;
  if (state === 'checking') return 'All of it is here. Checking that nothing was damaged on the way…';
  const share = `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  if (state === 'waiting') return bytes > 0 ? `${share} · starting` : 'Starting';
  if (bytesPerSecond === 0) return share;
  const left = timeLeft((totalBytes - bytes) / bytesPerSecond);
  return `${share} · ${formatBytes(bytesPerSecond)}/s · ${left}`;
}

/** Seconds, as nobody counts them: `under a minute left`, `about 12 min left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return 'under a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  return `about ${hours} h ${minutes % 60} min left`;
}

/** What to do about a download that ended. */
export const NEXT_STEPS: Readonly<Record<NonNullable<Model['fault']>['code'], string>> = {
  space: 'Make room on the disk, then resume: what has come so far stays.',
  network: 'It is tried again every half minute, and goes on where it was.',
  ended: 'It is tried again every half minute, and goes on where it was.',
  busy: 'It goes on as soon as that one is done.',
  source: 'The catalog’s address may be out of date. Choose another model, or try again later.',
  integrity: 'Download it again. If it happens again, something on the way changes files: a proxy, say.',
  disk: 'Whoever runs the server should look at its folder of models.',
};

/** How a model suits the machine, next to what it needs. */
export const FITS: Readonly<Record<'yes' | 'tight' | 'no', { label: string; color: string }>> = {
  yes: { label: 'Fits this machine', color: 'pine' },
  tight: { label: 'A tight fit', color: 'yellow' },
  no: { label: 'Too large for this machine', color: 'red' },
};
