import { useEffect } from 'react';
import { isMac, place as ownPlace } from '../../lib/desktop/desktop.ts';
import { useDesktop } from '../../lib/desktop/desktop-state.ts';
import { openPlace } from './open-place.ts';
import { placeIndexOf } from './switcher-keys.ts';

/** Switches workspaces with Ctrl or Cmd and 1 to 9 from anywhere, even while a field has focus. */
export function useSwitcherKeys(): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const index = placeIndexOf(event, isMac);
      if (index === null) return;
      event.preventDefault();
      const wanted = useDesktop.getState().places?.[index];
      if (wanted && wanted.id !== ownPlace?.id) openPlace(wanted.id);
    }
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, []);
}
