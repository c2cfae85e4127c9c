/** The settings that the host passes to the stand-in. */
export interface Setting {
  /** The address of the browser's debugging protocol. */
  endpoint: string;
  userData: string;
  downloads: string;
  /** The browser contexts of the partitions that were used before. */
  contexts: Record<string, string>;
  /** Base64. The same on every launch. */
  storageKey: string;
  keyStore: 'key-store' | 'basic_text';
  isOffline: boolean;
}

/** @throws when the process was not started by the host. */
function readSetting(): Setting {
  const text = process.env.STAND_IN;
  delete process.env.STAND_IN;
  if (!text) throw new Error('The stand-in is started by its host, with STAND_IN in the environment.');
  return JSON.parse(text);
}

export const setting = readSetting();
