import { toBrowserAddress } from '../network/scheme-address.ts';
import { BridgeEnd } from './bridge.ts';
import { isServed, type PageFacts } from './names.ts';

/** The page's side of `contextBridge`: defines on `window` what the preload exposes. */
export function open(facts: PageFacts): void {
  if (!isServed(facts)) return;
  fetchFromSchemes(facts.schemes);
  const end = new BridgeEnd(facts.bridge, 'page');
  end.listen<{ name: string; api: Parameters<BridgeEnd['unwrap']>[0] }>('expose', ({ name, api }) => {
    const isTaken = name in window;
    if (!isTaken) {
      const value = frozen(end.unwrap(api));
      Object.defineProperty(window, name, { value, enumerable: true, configurable: false, writable: false });
    }
    end.dispatch('exposed', !isTaken);
  });
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** Makes `fetch` support private schemes, which Chromium does not know. */
function fetchFromSchemes(schemes: readonly string[]): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const isText = typeof input === 'string' || input instanceof URL;
    return fetch(isText ? toBrowserAddress(String(input), schemes) : input, init);
  };
}
