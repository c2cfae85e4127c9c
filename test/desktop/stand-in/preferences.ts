import type { WebPreferences } from 'electron';
import { Session } from './session.ts';

/** Settings that disable the sandbox or other protections. The stand-in rejects them. */
const INSECURE: Partial<Record<keyof WebPreferences, boolean>> = {
  sandbox: false,
  contextIsolation: false,
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  webSecurity: false,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  webviewTag: true,
};

const DEFAULTS: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
};

/** Returns the settings of a page with Electron's defaults, and its session. */
export function preferencesOf(given: WebPreferences): { preferences: WebPreferences; session: Session } {
  for (const [name, value] of Object.entries(INSECURE))
    if (given[name as keyof WebPreferences] === value)
      throw new Error(`the stand-in shows no page with ${name}: ${value}`);
  const { session: chosen, ...plain } = given;
  const preferences = { ...DEFAULTS, ...plain };
  const session = (chosen as unknown as Session | undefined) ?? Session.fromPartition(given.partition ?? '');
  return { preferences, session };
}
