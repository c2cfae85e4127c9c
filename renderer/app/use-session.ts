import type { Session } from '../../shared/contract/access/session.contract.ts';
import { useSessionState } from './session.store.ts';

/** Returns the session of the signed-in person. Only for components inside the gate. */
export function useSession(): Session {
  const state = useSessionState();
  if (state.phase !== 'signed-in') throw new Error('not signed in');
  return state.session;
}
