import { expect, it } from 'vitest';
import { orderServers, type Placeable } from './order-servers.ts';
import { openingOf, prefixOf } from './prefix.ts';

const server = (name: string, load = 0, slots: number | null = null): Placeable => ({ name, load, slots });
const names = (servers: readonly Placeable[]) => servers.map(({ name }) => name);
const THREE = ['a:8000', 'b:8000', 'c:8000'];
const prefixes = Array.from({ length: 300 }, (_, at) => prefixOf('tenant', `conversation ${at}`));
const homeOf = (among: readonly string[], prefix: string) =>
  orderServers(
    among.map((name) => server(name)),
    prefix,
  )[0]?.name;

it('a prefix has one home, in whatever order the servers are given, and the homes are spread', () => {
  const counts = new Map<string, number>();
  for (const prefix of prefixes) {
    const home = homeOf(THREE, prefix) ?? '';
    expect(homeOf(THREE.toReversed(), prefix)).toBe(home);
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  for (const name of THREE) expect(counts.get(name)).toBeGreaterThan(60);
});

it('a server that leaves moves only the prefixes that had it as their home', () => {
  const left = THREE.slice(0, 2);
  for (const prefix of prefixes) {
    const before = homeOf(THREE, prefix) ?? '';
    if (left.includes(before)) expect(homeOf(left, prefix)).toBe(before);
  }
});

it('two workspaces have different prefixes for the same conversation', () => {
  expect(prefixOf('one', 'hi')).not.toBe(prefixOf('other', 'hi'));
});

it('the requests of a chat have one opening, with or without a system prompt', () => {
  const [system, first] = [
    { role: 'system', content: 's' },
    { role: 'user', content: 'hi' },
  ];
  const later = [
    { role: 'assistant', content: 'hello' },
    { role: 'user', content: 'bye' },
  ];
  expect(openingOf([first, ...later])).toEqual([first]);
  expect(openingOf([system, first, ...later])).toEqual([system, first]);
  expect(openingOf([null, 'x'])).toEqual([null]);
});

it('a home without a free slot is passed over for the server with the most', () => {
  const prefix = prefixes.find((one) => homeOf(THREE, one) === 'a:8000') ?? '';
  const at = (load: number) => [server('a:8000', load, 4), server('b:8000', 3, 4), server('c:8000', 1, 4)];
  expect(names(orderServers(at(3), prefix))[0]).toBe('a:8000');
  expect(names(orderServers(at(4), prefix))).toEqual(['c:8000', 'b:8000', 'a:8000']);
});

it('where slots are unknown, a home is full with a quarter more than its share, but never below four', () => {
  const prefix = prefixes.find((one) => homeOf(THREE, one) === 'a:8000') ?? '';
  const first = (...loads: number[]) =>
    orderServers(
      THREE.map((name, at) => server(name, loads[at])),
      prefix,
    )[0]?.name;
  expect(first(3, 0, 0)).toBe('a:8000');
  expect(first(4, 1, 0)).toBe('c:8000');
  expect(first(12, 10, 10)).toBe('a:8000');
  expect(first(15, 10, 9)).toBe('c:8000');
});

it('without a prefix the least busy is chosen, and equal ones take turns', () => {
  expect(names(orderServers([server('a', 2), server('b', 1), server('c', 3)], null))).toEqual([
    'b',
    'a',
    'c',
  ]);
  const chosen = new Set(
    Array.from({ length: 100 }, () => orderServers([server('a'), server('b')], null)[0]?.name),
  );
  expect([...chosen].sort()).toEqual(['a', 'b']);
});
