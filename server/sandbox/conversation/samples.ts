import { CHANGES } from './samples/changes.ts';
import { CONTENT } from './samples/content.ts';
import { NOT_UNDERSTOOD } from './samples/not-understood.ts';
import type { Sample } from './samples/sample.ts';
import { WRITING } from './samples/writing.ts';

/** All message types that the platform delivers (PLATFORM 2), in its format. */
export const SAMPLES: readonly Sample[] = [...CONTENT, ...WRITING, ...CHANGES, ...NOT_UNDERSTOOD];

/** Replaces a sample's placeholders with the ids of a chat. */
export function fillIn<T>(value: T, ids: Readonly<Record<'$mine' | '$theirs' | '$me' | '$new', string>>): T {
  const text = JSON.stringify(value).replace(/\$(?:mine|theirs|me|new)\b/g, (name) =>
    JSON.stringify(ids[name as keyof typeof ids]).slice(1, -1),
  );
  return JSON.parse(text) as T;
}
