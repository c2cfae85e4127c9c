import type { Session } from '../../shared/contract/session.contract.ts';
import { useSessionState } from './session.store.ts';

/** The session of the signed-in person. For what is rendered inside the gate only. */
export function useSession(): Session {
  const state = useSessionState();
  if (state.phase !== 'signed-in') throw new Error('nobody is signed in');
  return state.session;
}
