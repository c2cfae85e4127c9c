import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDrafts, readDraft, saveDraft } from '../features/inbox/composer/drafts.store.ts';
import { startDraftSync } from '../features/inbox/drafts/draft-sync.ts';
import { memoryStorage } from '../features/inbox/test-samples.ts';
import { createLocalStore } from '../lib/offline/local-store.ts';
import { enter } from './session.store.ts';
import { watchSession } from './session-watch.ts';

const { current, save } = vi.hoisted(() => ({ current: vi.fn(), save: vi.fn() }));
vi.mock('../lib/api/api.ts', () => ({
  api: { session: { current }, drafts: { save } },
  queries: {},
  onSessionLost: vi.fn(),
}));

const sessionOf = (workspace: string, user: string) =>
  ({ workspace: { id: workspace }, user: { id: user, language: null } }) as never;
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const reload = vi.fn();
const storage = memoryStorage();
let watch: ReturnType<typeof watchSession>;

beforeEach(() => {
  storage.clear();
  const page = Object.assign(new EventTarget(), { location: { reload }, localStorage: storage });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
  openDrafts(
    createLocalStore(() => storage),
    'ws.ana',
  );
  startDraftSync();
  watch = watchSession('ws.ana');
});
afterEach(() => {
  watch.stop();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

/** What another tab of the browser does when a person enters there. */
async function entersElsewhere(workspace: string, user: string): Promise<void> {
  await enter(sessionOf(workspace, user));
  await settled();
}

it('a tab goes on when the same person enters in another one', async () => {
  await entersElsewhere('ws', 'ana');
  expect(reload).not.toHaveBeenCalled();
});

it.each([
  ['another person', 'ws', 'leo'],
  ['the same person in another workspace', 'other', 'ana'],
])('a tab reloads when %s enters in another one', async (_who, workspace, user) => {
  await entersElsewhere(workspace, user);
  expect(reload).toHaveBeenCalledOnce();
});

it('what was typed stays on this device as it is, and is not stored as a draft of the other person', async () => {
  saveDraft('cv_1', 'from Ana');
  await entersElsewhere('ws', 'leo');
  expect(reload).toHaveBeenCalledOnce();
  expect(storage.getItem('switchboard.draft.ws.ana.cv_1')).toBe('from Ana');
  window.dispatchEvent(new Event('pagehide'));
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(save).not.toHaveBeenCalled();
  expect(readDraft('cv_1')).toBe('');
});

it('a reconnect asks the server who is signed in, and the first connection of a page does not', async () => {
  expect(await watch.confirm()).toBe(true);
  expect(current).not.toHaveBeenCalled();
  current.mockRejectedValueOnce(new Error('no network'));
  expect(await watch.confirm()).toBe(true);
  current.mockResolvedValueOnce(sessionOf('ws', 'ana'));
  expect(await Promise.all([watch.confirm(), watch.confirm()])).toEqual([true, true]);
  expect(current).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  current.mockResolvedValueOnce(sessionOf('ws', 'leo'));
  expect(await watch.confirm()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});
