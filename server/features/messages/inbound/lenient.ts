/** Reading what a stranger wrote: whatever is missing or odd is null or empty, and nothing throws. */
export type Loose = Readonly<Record<string, unknown>>;

export function object(value: unknown): Loose | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null;
}

export function objects(value: unknown): Loose[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map(object).filter((one) => one !== null);
}

/** Words, also where a number stands for them; null for none. */
export function word(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** An address of the web. Any other (javascript:, file:) is none: somebody may open it. */
export function webAddress(value: unknown): string | null {
  const text = word(value);
  return text !== null && /^https?:\/\/[^\s]+$/i.test(text) ? text : null;
}
