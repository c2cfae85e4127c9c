import { CHANGES } from './samples/changes.ts';
import { CONTENT } from './samples/content.ts';
import { NOT_UNDERSTOOD } from './samples/not-understood.ts';
import type { Sample } from './samples/sample.ts';
import { WRITING } from './samples/writing.ts';

/** Every kind that the platform delivers (PLATFORM 2), as it delivers it. */
export const SAMPLES: readonly Sample[] = [...CONTENT, ...WRITING, ...CHANGES, ...NOT_UNDERSTOOD];

/** Puts the ids of a chat in the places that a sample leaves for them. */
export function fillIn<T>(value: T, ids: Readonly<Record<'$mine' | '$theirs' | '$me' | '$new', string>>): T {
  const text = JSON.stringify(value).replace(/\$(?:mine|theirs|me|new)\b/g, (name) =>
    JSON.stringify(ids[name as keyof typeof ids]).slice(1, -1),
  );
  return JSON.parse(text) as T;
}
