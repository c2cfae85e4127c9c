import { create } from 'zustand';
import type { Session, SetupStatus } from '../../shared/contract/session.contract.ts';
import type { WorkspaceSettings } from '../../shared/contract/workspace.contract.ts';
import type { Language } from '../../shared/domain/language.ts';
import { api } from '../lib/api.ts';
import { asApiError } from '../lib/api-error.ts';
import { changeLanguage, currentLanguage, t } from '../lib/i18n.ts';
import { offlineCache } from '../lib/offline/offline.ts';
import type { OfflineStart } from '../lib/offline/offline-cache.ts';
import { queryClient } from '../lib/query-client.ts';
import { showErrorToast } from '../lib/toast.ts';

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
  /** `isExpired`: not by their own choice. */
  | { phase: 'signed-out'; isExpired: boolean }
  | SignedIn;

export const useSessionState = create<SessionState>(() => ({ phase: 'loading' }));

/**
 * Finds out who is here: somebody, nobody, or nobody ever yet. On the desktop, the person who was here last goes
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
    await enter(await api.session.current({}));
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
    if (isUnverified()) await enter(session);
  } catch (error) {
    // Unreachable: the person reads on, and it is asked again when the server answers.
    if (asApiError(error).status === 401) sessionEnded();
  }
}

/** Takes the session that the server answered with, and the language that its person has chosen anywhere. */
export async function enter(session: Session): Promise<void> {
  const { language } = session.user;
  // Where its texts cannot be fetched, the person works on in the language of this device.
  if (language && language !== currentLanguage()) await changeLanguage(language).catch(() => undefined);
  useSessionState.setState({ phase: 'signed-in', session, start: null }, true);
}

/** The signed-in person's session and start. For what runs inside the gate only. */
export function signedIn(): SignedIn {
  const state = useSessionState.getState();
  if (state.phase !== 'signed-in') throw new Error('nobody is signed in');
  return state;
}

/** Updates the session with saved workspace settings. */
export function takeWorkspaceSettings(settings: WorkspaceSettings): void {
  useSessionState.setState((state) => {
    if (state.phase !== 'signed-in') return state;
    const { session } = state;
    return { ...state, session: { ...session, workspace: { ...session.workspace, ...settings } } };
  });
}

/** Switches to a language: for the person's account, so on every device of theirs, and here at once. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    const session = await api.session.changeLanguage({ body: { language } });
    // First: the app is mounted again and starts from the latest event.
    useSessionState.setState({ phase: 'signed-in', session, start: null }, true);
    await changeLanguage(language);
  } catch (error) {
    showErrorToast(t('app:account.languageNotChanged'), error);
  }
}

/** Ends the session here and on the server; what the server says about it changes nothing here. */
export async function signOut(): Promise<void> {
  await api.session.signOut({}).catch(() => undefined);
  leave(false);
}

/** The server no longer knows us: back to the sign-in page, which says so. */
export function sessionEnded(): void {
  if (useSessionState.getState().phase === 'signed-in') leave(true);
}

function leave(isExpired: boolean): void {
  void offlineCache.clear();
  queryClient.clear();
  useSessionState.setState({ phase: 'signed-out', isExpired }, true);
}

function isUnverified(): boolean {
  const state = useSessionState.getState();
  return state.phase === 'signed-in' && state.start !== null;
}

async function loadSetupStatus(): Promise<void> {
  try {
    const status = await api.session.setupStatus({});
    useSessionState.setState(
      status.needsSetup ? { phase: 'setup', status } : { phase: 'signed-out', isExpired: false },
      true,
    );
  } catch (error) {
    useSessionState.setState({ phase: 'unreachable', message: asApiError(error).message }, true);
  }
}
