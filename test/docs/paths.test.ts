import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/glossary.md'];
/** Made by `npm run new feature saved-views`, which CONTRIBUTING describes. */
const EXAMPLE = /saved-view|NNNN/;
/** Paths with a placeholder, a choice or a wildcard are for people. */
const PLAIN = /^(?:server|shared|renderer|electron|client|test|docs|scripts|models)\/[\w./-]+$/;

/** The paths that a document names, in code spans. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => PLAIN.test(span) && !EXAMPLE.test(span));
}

describe('the paths that a document names exist', () => {
  it.each(DOCUMENTS)('%s', (document) => {
    const paths = pathsOf(readFileSync(document, 'utf8'));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('and are found at all', () => {
    expect(pathsOf(readFileSync('docs/architecture.md', 'utf8')).length).toBeGreaterThan(50);
  });
});
