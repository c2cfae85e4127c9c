import { useEffect } from 'react';
import { create } from 'zustand';

/** The rules of all countries are loaded after the first screen, which can do without them. */
const usePhoneRules = create<{ rules: typeof import('./phone-rules.ts') | null }>(() => ({ rules: null }));

/** Formats a phone number by the rules of its country: `+44 7700 900141`. Until they are loaded: `+447700900141`. */
export function formatPhone(digits: string): string {
  return usePhoneRules.getState().rules?.formatByCountry(digits) ?? `+${digits}`;
}

/** Returns the time zone that a phone number speaks for; null until the rules are loaded. */
export function likelyZoneOf(digits: string): string | null {
  return usePhoneRules.getState().rules?.zoneOfPhone(digits) ?? null;
}

/** Loads the rules if a component needs them, and renders it again with them. */
export function usePhoneFormat(isNeeded = true): void {
  usePhoneRules(({ rules }) => rules);
  useEffect(() => {
    if (isNeeded) void loadPhoneRules();
  }, [isNeeded]);
}

/** Loads the rules. Returns nothing when they are loaded. Without a network, numbers stay as they are. */
export function loadPhoneRules(): Promise<void> | undefined {
  return usePhoneRules.getState().rules ? undefined : load().catch(() => undefined);

  async function load(): Promise<void> {
    usePhoneRules.setState({ rules: await import('./phone-rules.ts') });
  }
}
