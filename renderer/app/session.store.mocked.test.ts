import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../features/inbox/test-samples.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { enter, loadSession, signOutNow, useSessionState } from './session.store.ts';

const { current, setupStatus, signOut, showErrorToast } = vi.hoisted(() => ({
  current: vi.fn(),
  setupStatus: vi.fn(),
  signOut: vi.fn(),
  showErrorToast: vi.fn(),
}));
vi.mock('../lib/api/api.ts', () => ({ api: { session: { current, setupStatus, signOut } }, queries: {} }));
vi.mock('../lib/toast.ts', () => ({ showErrorToast, showToast: vi.fn() }));

const session = { workspace: { id: 'ws' }, user: { id: 'ana', language: null } } as never;
const phase = () => useSessionState.getState().phase;
const ended = new ApiError('session_required', { status: 401 });
const network = new ApiError('network');
const storage = memoryStorage();
const stub = (localStorage: Storage) =>
  vi.stubGlobal('window', { localStorage, location: { pathname: '/', hash: '' } });

beforeEach(() => {
  storage.clear();
  stub(storage);
  setupStatus.mockResolvedValue({ needsSetup: false });
});
afterEach(() => {
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

describe('after a sign-out without a connection', () => {
  beforeEach(async () => {
    signOut.mockRejectedValueOnce(network);
    await signOutNow();
    expect(phase()).toBe('signed-out');
    current.mockResolvedValue(session);
  });

  it.each([
    ['the server has answered', () => signOut.mockResolvedValueOnce({})],
    ['the session has ended by itself', () => signOut.mockRejectedValueOnce(ended)],
  ])('the session is ended before the page asks for it, and once: %s', async (_what, answer) => {
    answer();
    current.mockImplementation(async () => {
      if (signOut.mock.calls.length < 2) return session;
      throw ended;
    });
    await loadSession();
    expect(phase()).toBe('signed-out');
    expect(signOut).toHaveBeenCalledTimes(2);
    await loadSession();
    expect(signOut).toHaveBeenCalledTimes(2);
  });

  it('nobody is signed in while there is still no connection', async () => {
    signOut.mockRejectedValueOnce(network);
    await loadSession();
    expect(phase()).toBe('unreachable');
    expect(current).not.toHaveBeenCalled();
    signOut.mockResolvedValueOnce({});
    await loadSession();
    expect(signOut).toHaveBeenCalledTimes(3);
  });

  it('who signs in stays signed in', async () => {
    await enter(session);
    await loadSession();
    expect(signOut).toHaveBeenCalledOnce();
    expect(phase()).toBe('signed-in');
  });
});

it('a sign-out that the server has answered is not repeated', async () => {
  for (const answer of [
    () => signOut.mockResolvedValueOnce({}),
    () => signOut.mockRejectedValueOnce(ended),
  ]) {
    answer();
    await signOutNow();
    signOut.mockClear();
    current.mockRejectedValueOnce(ended);
    await loadSession();
    expect(signOut).not.toHaveBeenCalled();
  }
  expect(showErrorToast).not.toHaveBeenCalled();
});

it('a browser that can store nothing says that it could not be signed out', async () => {
  stub({} as Storage);
  signOut.mockRejectedValueOnce(network);
  await signOutNow();
  expect(phase()).toBe('signed-out');
  expect(showErrorToast).toHaveBeenCalledOnce();
});
