import { create } from 'zustand';
import type { Session, SetupStatus } from '../../shared/contract/access/session.contract.ts';
import type { WorkspaceSettings } from '../../shared/contract/workspace.contract.ts';
import type { Language } from '../../shared/domain/language.ts';
import { discardDrafts } from '../features/inbox/composer/drafts.store.ts';
import { noteQueue } from '../features/inbox/notes/notes.store.ts';
import { removePending, useOutbox } from '../features/inbox/outbox/outbox.store.ts';
import { api } from '../lib/api/api.ts';
import { asApiError } from '../lib/api/api-error.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { isDesktop } from '../lib/desktop/desktop.ts';
import { changeLanguage, currentLanguage, t } from '../lib/i18n.ts';
import { localStore } from '../lib/offline/local-store.ts';
import { offlineCache } from '../lib/offline/offline.ts';
import { type OfflineStart, ownerOf } from '../lib/offline/offline-cache.ts';
import { showErrorToast } from '../lib/toast.ts';

/** Signed in. `start` is the stored state of the last visit, until the server confirms the session. */
interface SignedIn {
  phase: 'signed-in';
  session: Session;
  start: OfflineStart | null;
}

/** The state of the session in this window. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'unreachable'; message: string }
  | { phase: 'setup'; status: SetupStatus }
  /** An invitation or a password reset link was opened. */
  | { phase: 'link'; token: string }
  /** `expired`: whose session ended without a sign-out, by their email address. */
  | { phase: 'signed-out'; expired: string | null }
  | SignedIn;

/** Where the tabs of a browser say whose session has begun. */
export const SESSION_CHANNEL = 'switchboard.session';
/** The mark of a sign-out that the server does not know of. */
const SIGNED_OUT = 'signed-out';

export const useSessionState = create<SessionState>(() => ({ phase: 'loading' }));

/**
 * Loads the session: signed in, signed out, or setup on a new server. First ends one whose person has signed out without a
 * connection: its cookie is still here. The desktop app shows the stored state of the last visit at once and checks the
 * session in the background.
 */
export async function loadSession(): Promise<void> {
  const token = accessLinkToken();
  if (token !== null) {
    useSessionState.setState({ phase: 'link', token }, true);
    return;
  }
  useSessionState.setState({ phase: 'loading' }, true);
  const start = await offlineCache.readStart();
  if (start) {
    useSessionState.setState({ phase: 'signed-in', session: start.session, start }, true);
    return verifySession();
  }
  try {
    if (localStore.read(SIGNED_OUT) !== null) await api.session.signOut({});
    await enter(await api.session.current({}));
  } catch (error) {
    const failure = asApiError(error);
    if (failure.status === 401) {
      localStore.remove(SIGNED_OUT);
      await loadSetupStatus();
    } else useSessionState.setState({ phase: 'unreachable', message: failure.message }, true);
  }
}

/**
 * Returns the token in the address of an invitation or a password reset link. It is in the fragment, which browsers
 * do not send to servers.
 */
function accessLinkToken(): string | null {
  const { pathname, hash } = window.location;
  return ['/invitation', '/reset-password'].includes(pathname) && hash.length > 1 ? hash.slice(1) : null;
}

/** Leaves the page of a link: its address, which is used up or invalid, is not kept in the history. */
export async function leaveLink(session: Session | null): Promise<void> {
  window.history.replaceState(null, '', '/');
  if (session) await enter(session);
  else await loadSession();
}

/** Checks a session that was read from disk. Does nothing for a confirmed one. */
export async function verifySession(): Promise<void> {
  if (!isUnverified()) return;
  try {
    const session = await api.session.current({});
    if (isUnverified()) await enter(session);
  } catch (error) {
    // Unreachable: the stored state stays on screen, and the check runs again after the reconnect.
    if (asApiError(error).status === 401) sessionEnded();
  }
}

/**
 * Starts a session, in the language that the person has chosen for their account. It says so to the other tabs of the browser:
 * they send the same cookie (see `session-watch.ts`).
 */
export async function enter(session: Session): Promise<void> {
  localStore.remove(SIGNED_OUT);
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage(ownerOf(session));
  channel.close();
  const { language } = session.user;
  // If its texts cannot be loaded, the language of this device stays.
  if (language && language !== currentLanguage()) await changeLanguage(language).catch(() => undefined);
  useSessionState.setState({ phase: 'signed-in', session, start: null }, true);
}

/** Reads the session again, after a change that it shows. A failure leaves it as it is. */
export async function refreshSession(): Promise<void> {
  const session = await api.session.current({}).catch(() => null);
  if (session) updateSession(session);
}

/** Starts the session of the owner of a workspace that was just created, on the page of its first steps. */
export async function enterNewWorkspace(session: Session): Promise<void> {
  window.history.replaceState(null, '', '/welcome');
  await enter(session);
}

/** Returns the session and its start. Only for code inside the gate. */
export function signedIn(): SignedIn {
  const state = useSessionState.getState();
  if (state.phase !== 'signed-in') throw new Error('not signed in');
  return state;
}

/** Shows a session that a change of the person has answered with. */
export function updateSession(session: Session): void {
  useSessionState.setState((state) => (state.phase === 'signed-in' ? { ...state, session } : state));
}

/** Updates the session with saved workspace settings. */
export function updateWorkspaceSettings(settings: WorkspaceSettings): void {
  useSessionState.setState((state) => {
    if (state.phase !== 'signed-in') return state;
    const { session } = state;
    return { ...state, session: { ...session, workspace: { ...session.workspace, ...settings } } };
  });
}

/** Changes the language of the person's account, and of this page at once. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    const session = await api.session.changeLanguage({ body: { language } });
    // Set first, because the app remounts and starts from the latest event.
    useSessionState.setState({ phase: 'signed-in', session, start: null }, true);
    await changeLanguage(language);
  } catch (error) {
    showErrorToast(t('app:account.languageNotChanged'), error);
  }
}

/** Whether the person is asked what becomes of what was not sent. */
export const useSignOutQuestion = create(() => ({ isOpen: false }));

/** Returns how many messages and notes the server does not have yet. */
export function countUnsent(): number {
  return useOutbox.getState().pending.length + noteQueue.items().length;
}

/** Signs out, here and on the server, after a question where unsent messages would be lost. */
export async function signOut(): Promise<void> {
  if (!isDesktop && countUnsent() > 0) useSignOutQuestion.setState({ isOpen: true });
  else await signOutNow();
}

/** Signs out. Without an answer of the server, a browser forgets its session as soon as there is one again. */
export async function signOutNow(): Promise<void> {
  useSignOutQuestion.setState({ isOpen: false });
  // Only one person uses the desktop app; it keeps what they have typed for the next sign-in.
  // First, so that nothing is sent that the person has just discarded.
  if (!isDesktop) discardUnsent();
  const failure = await api.session.signOut({}).then(() => null, asApiError);
  if (!isDesktop) discardDrafts();
  leave(null);
  if (isDesktop || !failure?.isTransient) return;
  if (!localStore.write(SIGNED_OUT, '1')) showErrorToast(t('app:signOutFailed'), failure);
}

/** Removes what waits to be sent, also from disk: the next person on this computer must not find it. */
function discardUnsent(): void {
  for (const { clientId } of useOutbox.getState().pending) removePending(clientId);
  for (const { clientId } of noteQueue.items()) noteQueue.remove(clientId);
}

/** Shows the sign-in page, with a note, after the server has ended the session. */
export function sessionEnded(): void {
  const state = useSessionState.getState();
  if (state.phase === 'signed-in') leave(state.session.user.email);
}

function leave(expired: string | null): void {
  void offlineCache.clear();
  queryClient.clear();
  useSessionState.setState({ phase: 'signed-out', expired }, true);
}

function isUnverified(): boolean {
  const state = useSessionState.getState();
  return state.phase === 'signed-in' && state.start !== null;
}

async function loadSetupStatus(): Promise<void> {
  try {
    const status = await api.session.setupStatus({});
    useSessionState.setState(
      status.needsSetup ? { phase: 'setup', status } : { phase: 'signed-out', expired: null },
      true,
    );
  } catch (error) {
    useSessionState.setState({ phase: 'unreachable', message: asApiError(error).message }, true);
  }
}
