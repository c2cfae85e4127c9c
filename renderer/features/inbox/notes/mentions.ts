import type { Note } from '../../../../shared/contract/inbox/notes.contract.ts';
import { MENTIONS_MAX } from '../../../../shared/domain/message-limits.ts';

/** A member who can be mentioned. */
export type Colleague = Note['mentions'][number];

const SHOWN_MAX = 6;

/** Returns what a person types after an @ before the caret; null when they are not choosing a colleague. */
export function mentionQuery(text: string, caret: number): { from: number; query: string } | null {
  const found = /(?:^|[\s(])@([^@\n]{0,40})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const query = found[1] ?? '';
  return { from: caret - query.length - 1, query };
}

/** Returns the colleagues whose name, or a word of it, starts with what was typed. */
export function colleaguesFor(query: string, colleagues: readonly Colleague[], me: string): Colleague[] {
  const typed = query.toLocaleLowerCase();
  return colleagues
    .filter(({ id, name }) => {
      const known = name.toLocaleLowerCase();
      // With the whole name typed, nothing is left to choose.
      if (id === me || known === typed.trimEnd()) return false;
      return known.startsWith(typed) || known.split(/\s+/u).some((word) => word.startsWith(typed));
    })
    .slice(0, SHOWN_MAX);
}

/** Cuts a text into plain parts and mentions: `@` and the whole name of one of these people. */
export function withMentions<Person extends Colleague>(
  text: string,
  people: readonly Person[],
): { text: string; from: number; people: Person[] }[] {
  const names = [...new Set(people.map(({ name }) => name))].sort(
    (left, right) => right.length - left.length,
  );
  if (names.length === 0) return [{ text, from: 0, people: [] }];
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = text.split(new RegExp(`(@(?:${escaped.join('|')}))(?![\\p{L}\\p{N}])`, 'u'));
  let from = 0;
  return parts.flatMap((part, index) => {
    const start = from;
    from += part.length;
    const named = index % 2 === 1 ? people.filter(({ name }) => `@${name}` === part) : [];
    return part === '' ? [] : [{ text: part, from: start, people: named }];
  });
}

/** Returns the ids of the colleagues that a text mentions; of two with the same name, both. */
export function mentionsIn(text: string, colleagues: readonly Colleague[]): string[] {
  const ids = withMentions(text, colleagues).flatMap(({ people }) => people.map(({ id }) => id));
  return [...new Set(ids)].slice(0, MENTIONS_MAX);
}
