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

/** Packages that we replace by others with another version (decision 0224). */
const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  overrides: Record<string, string>;
};

/** Returns the package that `name` resolves to from `folder`, with Node's lookup. */
function locked(from: string, name: string): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const found = packages[`${folder ? `${folder}/` : ''}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

describe('the lockfile', () => {
  it('contains the builds of every platform, not only of the one it was created on', () => {
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, wanted]) => {
          const version = locked(folder, name)?.version;
          const isReplaced = name in overrides;
          return version === undefined || (!isReplaced && /^\d/.test(wanted) && version !== wanted);
        })
        .map(([name, wanted]) => `${folder} wants ${name}@${wanted}`),
    );
    expect(missing).toEqual([]);
  });

  it('does not contain download addresses', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
  });
});
