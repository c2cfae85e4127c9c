import { create } from 'zustand';
import type { Session, SetupStatus } from '../../shared/contract/session.contract.ts';
import { api } from '../lib/api.ts';
import { asApiError } from '../lib/api-error.ts';
import { offlineCache } from '../lib/offline.ts';
import type { OfflineStart } from '../lib/offline-cache.ts';
import { queryClient } from '../lib/query-client.ts';

/** Somebody is here. `start`: as an earlier visit left it, and not confirmed by the server yet. */
interface SignedIn {
  phase: 'signed-in';
  session: Session;
  start: OfflineStart | null;
}

/** Where the visitor stands with this server. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'unreachable'; message: string }
  | { phase: 'setup'; status: SetupStatus }
  | { phase: 'signed-out'; notice: string | null }
  | SignedIn;

export const useSessionState = create<SessionState>(() => ({ phase: 'loading' }));

/**
 * Finds out who is here: somebody, nobody, or nobody ever yet. On the desktop whoever was here last goes
 * on at once with what is kept, and the server is asked meanwhile.
 */
export async function loadSession(): Promise<void> {
  useSessionState.setState({ phase: 'loading' }, true);
  const start = await offlineCache.readStart();
  if (start) {
    useSessionState.setState({ phase: 'signed-in', session: start.session, start }, true);
    return verifySession();
  }
  try {
    enter(await api.session.current({}));
  } catch (error) {
    const failure = asApiError(error);
    if (failure.status === 401) await loadSetupStatus();
    else useSessionState.setState({ phase: 'unreachable', message: failure.message }, true);
  }
}

/** Asks the server whether a session that was read from disk still holds. Does nothing about any other. */
export async function verifySession(): Promise<void> {
  if (!isUnverified()) return;
  try {
    const session = await api.session.current({});
    if (isUnverified()) enter(session);
  } catch (error) {
    // Unreachable: the person reads on, and it is asked again when the server answers.
    if (asApiError(error).status === 401) sessionEnded();
  }
}

/** Takes the session that the server answered with. */
export function enter(session: Session): void {
  useSessionState.setState({ phase: 'signed-in', session, start: null }, true);
}

/** The signed-in person's session and start. For what runs inside the gate only. */
export function signedIn(): SignedIn {
  const state = useSessionState.getState();
  if (state.phase !== 'signed-in') throw new Error('nobody is signed in');
  return state;
}

/** Ends the session here and on the server; what the server says about it changes nothing here. */
export async function signOut(): Promise<void> {
  await api.session.signOut({}).catch(() => undefined);
  leave(null);
}

/** The server no longer knows us: back to the sign-in page, with a word about why. */
export function sessionEnded(): void {
  if (useSessionState.getState().phase === 'signed-in') leave('You were signed out. Sign in to go on.');
}

function leave(notice: string | null): void {
  void offlineCache.clear();
  queryClient.clear();
  useSessionState.setState({ phase: 'signed-out', notice }, true);
}

function isUnverified(): boolean {
  const state = useSessionState.getState();
  return state.phase === 'signed-in' && state.start !== null;
}

async function loadSetupStatus(): Promise<void> {
  try {
    const status = await api.session.setupStatus({});
    useSessionState.setState(
      status.needsSetup ? { phase: 'setup', status } : { phase: 'signed-out', notice: null },
      true,
    );
  } catch (error) {
    useSessionState.setState({ phase: 'unreachable', message: asApiError(error).message }, true);
  }
}
