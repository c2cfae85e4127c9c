import { useEffect, useRef } from 'react';

/** Returns a ref that is true while the component is on screen, for what ends after a request. */
export function useShown() {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
