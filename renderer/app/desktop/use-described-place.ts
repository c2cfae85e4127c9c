import { useEffect } from 'react';
import { place, send } from '../../lib/desktop/desktop.ts';
import { useSessionState } from '../session.store.ts';

/** Sends the workspace and person of this window to the desktop app; null when signed out. */
export function useDescribedPlace(): void {
  const name = useSessionState((state) =>
    state.phase === 'signed-in' ? state.session.workspace.name : null,
  );
  const person = useSessionState((state) => (state.phase === 'signed-in' ? state.session.user.name : null));
  const isOut = useSessionState(({ phase }) => phase === 'signed-out' || phase === 'setup');

  useEffect(() => {
    if (place === null) return;
    if (name !== null && person !== null) send('places.describe', { name, person });
    else if (isOut) send('places.describe', null);
  }, [name, person, isOut]);
}
