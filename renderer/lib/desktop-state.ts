import { create } from 'zustand';
import type { SettingsState, UpdateState, WorkspacePlace } from '../../shared/ipc/shapes.ts';
import { sentenceOf } from './api-error.ts';
import { ask, listen } from './desktop.ts';

/** What the desktop's main process knows and tells every page. Null: not heard yet. */
export interface DesktopState {
  places: readonly WorkspacePlace[] | null;
  settings: SettingsState | null;
  updates: UpdateState | null;
  /** Why something of it could not be read, in a sentence. */
  problem: string | null;
}

const NOTHING: DesktopState = { places: null, settings: null, updates: null, problem: null };

export const useDesktop = create<DesktopState>(() => NOTHING);

/** Follows main until the answered function is called. */
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

/** Asks for everything that was not heard yet. A push that comes before the answer is newer than it. */
export function readDesktop(): void {
  useDesktop.setState({ problem: null });
  const { places, settings, updates } = useDesktop.getState();
  if (!places) take(ask('places.list'), (heard) => ({ places: useDesktop.getState().places ?? heard }));
  if (!settings)
    take(ask('settings.read'), (heard) => ({ settings: useDesktop.getState().settings ?? heard }));
  if (!updates) take(ask('updates.read'), (heard) => ({ updates: useDesktop.getState().updates ?? heard }));
}

function take<Value>(asked: Promise<Value>, patchOf: (heard: Value) => Partial<DesktopState>): void {
  asked.then(
    (heard) => useDesktop.setState(patchOf(heard)),
    (error) => useDesktop.setState({ problem: sentenceOf(error) }),
  );
}
