import { knownOnly } from '../strict.ts';

const switches = new Map<string, string>();
for (const argument of process.argv.slice(2)) {
  const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
  if (name) switches.set(name, value ?? '');
}

/** `app.commandLine`: the given switches, and those that main adds. */
export const commandLine = knownOnly('app.commandLine', {
  appendSwitch: (name: string, value = '') => {
    switches.set(name, value);
  },
  appendArgument: () => undefined,
  hasSwitch: (name: string) => switches.has(name),
  getSwitchValue: (name: string) => switches.get(name) ?? '',
  removeSwitch: (name: string) => {
    switches.delete(name);
  },
});
