/** A header in the format of the debugging protocol. */
export interface Header {
  name: string;
  value: string;
}

export function toEntries(headers: Record<string, string | string[]>): Header[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => ({ name, value: one })),
  );
}

export function toLists(entries: readonly Header[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const { name, value } of entries) {
    const key = Object.keys(lists).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
    lists[key] = [...(lists[key] ?? []), value];
  }
  return lists;
}

export function isNamed(wanted: string): (header: Header) => boolean {
  return ({ name }) => name.toLowerCase() === wanted;
}
