import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Commands in the documents for people who have only cloned the repository. */
const DOCUMENTED = ['scripts/n8n.mjs', 'scripts/start.mjs', 'scripts/sign-update.mjs'];
const programs = Object.values(packageJson.scripts).flatMap(
  (command) => command.match(/scripts\/[\w-]+\.mjs/) ?? [],
);

/** Returns the packages that are loaded before the first line of a program runs, each with the files that lead to it. */
function packagesBeforeStart(file: string, trail: readonly string[] = []): string[] {
  if (trail.includes(file)) return [];
  const names = parseAst(readFileSync(file, 'utf8')).body.flatMap((node) =>
    'source' in node && node.source ? [node.source.value] : [],
  );
  return names.flatMap((name) => {
    if (name.startsWith('node:')) return [];
    const way = [...trail, file];
    return name.startsWith('.')
      ? packagesBeforeStart(join(dirname(file), name), way)
      : [[...way, name].join(' > ')];
  });
}

it.each([...new Set([...programs, ...DOCUMENTED])])('%s starts in a clone without packages', (program) => {
  expect(packagesBeforeStart(program)).toEqual([]);
});
