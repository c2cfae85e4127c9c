import { create } from 'zustand';
import type { Session, SetupStatus } from '../../shared/contract/session.contract.ts';
import { api } from '../lib/api.ts';
import { asApiError } from '../lib/api-error.ts';
import { queryClient } from '../lib/query-client.ts';

/** Where the visitor stands with this server. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'unreachable'; message: string }
  | { phase: 'setup'; status: SetupStatus }
  | { phase: 'signed-out'; notice: string | null }
  | { phase: 'signed-in'; session: Session };

export const useSessionState = create<SessionState>(() => ({ phase: 'loading' }));

/** Asks the server who is here: somebody, nobody, or nobody ever yet. */
export async function loadSession(): Promise<void> {
  useSessionState.setState({ phase: 'loading' }, true);
  try {
    const session = await api.session.current({});
    useSessionState.setState({ phase: 'signed-in', session }, true);
  } catch (error) {
    const failure = asApiError(error);
    if (failure.status === 401) await loadSetupStatus();
    else useSessionState.setState({ phase: 'unreachable', message: failure.message }, true);
  }
}

/** Takes the session that a sign-in or the setup answered with. */
export function enter(session: Session): void {
  useSessionState.setState({ phase: 'signed-in', session }, true);
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
  queryClient.clear();
  useSessionState.setState({ phase: 'signed-out', notice }, true);
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
