import { useEffect } from 'react';

/** Calls `onLeave` on Esc, unless Esc closes a dialog or dropdown. */
export function useEscape(onLeave: () => void): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      if (document.querySelector('[role="dialog"]') || target?.getAttribute('aria-expanded') === 'true')
        return;
      onLeave();
    }
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [onLeave]);
}
