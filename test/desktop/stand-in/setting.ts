/** What the host tells the stand-in at its start. */
export interface Setting {
  /** The browser's debugging address. */
  endpoint: string;
  userData: string;
  downloads: string;
  /** The browser's storage of each partition that was used before. */
  contexts: Record<string, string>;
  /** Base64; the same after a restart. */
  storageKey: string;
  keyStore: 'key-store' | 'basic_text';
  isOffline: boolean;
}

/** @throws when this was not started by the host. */
function readSetting(): Setting {
  const text = process.env.STAND_IN;
  delete process.env.STAND_IN;
  if (!text) throw new Error('The stand-in is started by its host, with STAND_IN in the environment.');
  return JSON.parse(text);
}

export const setting = readSetting();
