import { create } from 'zustand';
import type { SettingsState, UpdateState, WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { sentenceOf } from '../api/api-error.ts';
import { ask, listen } from './desktop.ts';

/** The state of the desktop's main process, which it sends to every page. Null until it is known. */
export interface DesktopState {
  places: readonly WorkspacePlace[] | null;
  settings: SettingsState | null;
  updates: UpdateState | null;
  /** The error of reading the state, as a sentence. */
  problem: string | null;
}

const INITIAL_STATE: DesktopState = { places: null, settings: null, updates: null, problem: null };

export const useDesktop = create<DesktopState>(() => INITIAL_STATE);

/** Follows the main process until the returned function is called. */
export function followDesktop(): () => void {
  const stops = [
    listen('places.changed', (places) => useDesktop.setState({ places })),
    listen('settings.changed', (settings) => useDesktop.setState({ settings })),
    listen('updates.changed', (updates) => useDesktop.setState({ updates })),
  ];
  readDesktop();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Requests all unknown state. A push that arrives before the response is newer and wins. */
export function readDesktop(): void {
  useDesktop.setState({ problem: null });
  const { places, settings, updates } = useDesktop.getState();
  if (!places) store(ask('places.list'), (value) => ({ places: useDesktop.getState().places ?? value }));
  if (!settings)
    store(ask('settings.read'), (value) => ({ settings: useDesktop.getState().settings ?? value }));
  if (!updates) store(ask('updates.read'), (value) => ({ updates: useDesktop.getState().updates ?? value }));
}

function store<Value>(request: Promise<Value>, patchOf: (value: Value) => Partial<DesktopState>): void {
  request.then(
    (value) => useDesktop.setState(patchOf(value)),
    (error) => useDesktop.setState({ problem: sentenceOf(error) }),
  );
}
