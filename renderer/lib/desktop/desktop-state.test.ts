import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BridgeAnswer, DesktopBridge } from '../../../shared/ipc/bridge.ts';
import type { RequestName } from '../../../shared/ipc/names.ts';

const listeners = new Map<string, (value: unknown) => void>();
const requests = new Map<string, (response: BridgeAnswer<RequestName>) => void>();

beforeEach(() => {
  vi.resetModules();
  listeners.clear();
  requests.clear();
  vi.stubGlobal('window', {
    desktop: {
      place: null,
      ask: ((name: string) =>
        new Promise((resolve) => requests.set(name, resolve))) as unknown as DesktopBridge['ask'],
      listen: ((name: string, listener: (value: unknown) => void) => {
        listeners.set(name, listener);
        return () => listeners.delete(name);
      }) as DesktopBridge['listen'],
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const fresh = { running: '0.1.0', phase: { kind: 'checking' } } as const;
const stale = { running: '0.1.0', phase: { kind: 'idle', checkedAt: null } } as const;

it('keeps a push that arrived before the response', async () => {
  const { followDesktop, useDesktop } = await import('./desktop-state.ts');
  followDesktop();
  listeners.get('updates.changed')?.(fresh);
  requests.get('updates.read')?.({ ok: true, value: stale });
  requests.get('places.list')?.({ ok: true, value: [] });
  await settle();
  expect(useDesktop.getState()).toMatchObject({ updates: fresh, places: [], settings: null });
});

it('reports why state could not be read, and requests only that state again', async () => {
  const { followDesktop, readDesktop, useDesktop } = await import('./desktop-state.ts');
  const stop = followDesktop();
  requests.get('updates.read')?.({ ok: true, value: stale });
  requests.get('settings.read')?.({ ok: false, message: 'The settings could not be read.' });
  await settle();
  expect(useDesktop.getState().problem).toBe('The settings could not be read.');
  requests.clear();
  readDesktop();
  expect(useDesktop.getState().problem).toBeNull();
  expect([...requests.keys()]).toEqual(['places.list', 'settings.read']);
  stop();
  expect(listeners.size).toBe(0);
});
