import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BridgeAnswer, DesktopBridge } from '../../../shared/ipc/bridge.ts';
import type { RequestName } from '../../../shared/ipc/names.ts';

let handleRequest: (name: string) => Promise<BridgeAnswer<RequestName>>;

beforeEach(() => {
  vi.resetModules();
  const bridge: Partial<DesktopBridge> = {
    place: null,
    ask: ((name: string) => handleRequest(name)) as DesktopBridge['ask'],
    listen: () => () => undefined,
  };
  vi.stubGlobal('window', { desktop: bridge });
});
afterEach(() => vi.unstubAllGlobals());

it('returns the value of a response', async () => {
  handleRequest = async () => ({ ok: true, value: [] });
  const { ask } = await import('./desktop.ts');
  expect(await ask('places.list')).toEqual([]);
});

it('throws a DesktopError with a sentence for a rejection and for a missing response', async () => {
  const { ask, DesktopError } = await import('./desktop.ts');
  handleRequest = async () => ({ ok: false, message: 'This workspace is no longer on this computer.' });
  await expect(ask('places.list')).rejects.toThrow('This workspace is no longer on this computer.');
  handleRequest = async () => {
    throw new Error('no handler');
  };
  await expect(ask('places.list')).rejects.toThrow(DesktopError);
});

it('does nothing in a browser', async () => {
  vi.stubGlobal('window', {});
  const { ask, isDesktop, listen, send } = await import('./desktop.ts');
  expect(isDesktop).toBe(false);
  send('places.connect');
  listen('places.changed', () => undefined)();
  await expect(ask('places.list')).rejects.toThrow(/desktop app/);
});
