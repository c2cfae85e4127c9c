import type { Header } from './headers.ts';
import type { Paused } from './paused.ts';

/** The allowed features of `sandbox`: all except new windows, and plugins, which Electron also disables. */
const KEPT = [
  'downloads',
  'forms',
  'modals',
  'orientation-lock',
  'pointer-lock',
  'presentation',
  'same-origin',
  'scripts',
  'storage-access-by-user-activation',
  'top-navigation',
];
const POLICY = ['sandbox', ...KEPT.map((name) => `allow-${name}`)].join(' ');

/**
 * Returns response headers, for documents with a policy that forbids new windows. The page's process enforces
 * it, as Electron's does when main denies a window, so no window ever exists or sends requests. Closing new
 * windows instead would sometimes be too late, because another debugger of this browser could let them run
 * first.
 */
export function withoutWindows({ resourceType }: Paused, headers: Header[]): Header[] {
  if (resourceType !== 'Document') return headers;
  return [...headers, { name: 'content-security-policy', value: POLICY }];
}
