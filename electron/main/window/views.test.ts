import type { WebContentsView } from 'electron';
import { expect, it } from 'vitest';
import { createViews } from './views.ts';

function rig() {
  let time = 0;
  const alive = new Set<string>();
  const presented: string[] = [];
  const views = createViews({
    create: (placeId) => {
      const name = placeId ?? 'connect';
      alive.add(name);
      const webContents = { isDestroyed: () => !alive.has(name), close: () => alive.delete(name) };
      return { name, webContents } as unknown as WebContentsView;
    },
    present: (view) => void presented.push((view as unknown as { name: string }).name),
    remove: () => undefined,
    idleMs: 1_000,
    now: () => time,
  });
  return { views, alive, presented, wait: (ms: number) => (time += ms) };
}

it('keeps a place loaded while it is shown and for the idle time after', () => {
  const { views, alive, wait } = rig();
  views.show('a');
  wait(5_000);
  expect(views.unloadIdle()).toEqual([]);
  views.show('b');
  wait(999);
  expect(views.unloadIdle()).toEqual([]);
  wait(1);
  expect(views.unloadIdle()).toEqual(['a']);
  expect([...alive]).toEqual(['b']);
});

it('measures the idle time from when a place was last hidden, and loads it again when shown', () => {
  const { views, presented, wait } = rig();
  views.show('a');
  views.show('b');
  wait(900);
  views.show('a');
  views.show('b');
  wait(900);
  expect(views.unloadIdle()).toEqual([]);
  wait(200);
  expect(views.unloadIdle()).toEqual(['a']);
  views.show('a');
  expect(presented.at(-1)).toBe('a');
  expect(views.isLoaded('a')).toBe(true);
});

it('closes the connect screen once a place is shown', () => {
  const { views, alive } = rig();
  views.show(null);
  views.show('a');
  expect([...alive]).toEqual(['a']);
});

it('unloads a place that was loaded for a task and never shown', () => {
  const { views, wait } = rig();
  views.show('a');
  views.load('b');
  wait(1_000);
  expect(views.unloadIdle()).toEqual(['b']);
});
