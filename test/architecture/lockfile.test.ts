import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** What we replace on purpose, by something of another version (decision 0224). */
const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  overrides: Record<string, string>;
};

/** The package that `name` resolves to from `place`, looked up as Node does. */
function locked(place: string, name: string): LockedPackage | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const found = packages[`${folder ? `${folder}/` : ''}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

describe('the lockfile', () => {
  it('holds the builds of every platform, not only of the one it was made on', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, wanted]) => {
          const version = locked(place, name)?.version;
          const isReplaced = name in overrides;
          return version === undefined || (!isReplaced && /^\d/.test(wanted) && version !== wanted);
        })
        .map(([name, wanted]) => `${place} wants ${name}@${wanted}`),
    );
    expect(missing).toEqual([]);
  });

  it('says nothing of where packages are fetched from', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
  });
});
