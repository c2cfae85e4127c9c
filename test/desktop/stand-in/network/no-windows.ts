import type { Header } from './headers.ts';
import type { Paused } from './paused.ts';

/** What `sandbox` leaves to a document: all but new windows, and plugins, which Electron has off as well. */
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
 * The headers of an answer, for a document with the rule that it opens no window. The page's process keeps to it
 * by itself, as Electron's does when main denies: there is no window at any time, and none of its requests. To
 * catch one that is there sometimes comes too late: another debugger of this browser may let it run before us.
 */
export function withoutWindows({ resourceType }: Paused, headers: Header[]): Header[] {
  if (resourceType !== 'Document') return headers;
  return [...headers, { name: 'content-security-policy', value: POLICY }];
}
