import { useEffect } from 'react';
import { place, tell } from '../lib/desktop.ts';
import { useSessionState } from './session.store.ts';

/** Tells the desktop what to call this place: the workspace and the person, or that nobody is signed in. */
export function useDescribedPlace(): void {
  const name = useSessionState((state) =>
    state.phase === 'signed-in' ? state.session.workspace.name : null,
  );
  const person = useSessionState((state) => (state.phase === 'signed-in' ? state.session.user.name : null));
  const isOut = useSessionState(({ phase }) => phase === 'signed-out' || phase === 'setup');

  useEffect(() => {
    if (place === null) return;
    if (name !== null && person !== null) tell('places.describe', { name, person });
    else if (isOut) tell('places.describe', null);
  }, [name, person, isOut]);
}
