import { create } from 'zustand';

/** The rules of all countries are loaded after the first screen, which can do without them. */
const usePhoneRules = create<{ format: ((digits: string) => string) | null }>(() => ({ format: null }));

/** Formats a phone number by the rules of its country: `+44 7700 900141`. Until they are loaded: `+447700900141`. */
export function formatPhone(digits: string): string {
  return usePhoneRules.getState().format?.(digits) ?? `+${digits}`;
}

/** Renders the component again once phone numbers can be formatted. */
export function usePhoneFormat(): void {
  usePhoneRules(({ format }) => format);
}

/** Loads the rules. Returns nothing when they are loaded. Without a network, numbers stay as they are. */
export function loadPhoneRules(): Promise<void> | undefined {
  return usePhoneRules.getState().format ? undefined : load().catch(() => undefined);

  async function load(): Promise<void> {
    const { formatByCountry } = await import('./phone-rules.ts');
    usePhoneRules.setState({ format: formatByCountry });
  }
}
