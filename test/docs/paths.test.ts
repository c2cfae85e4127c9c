import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/glossary.md'];
/** Paths created by `npm run new feature saved-views`, an example in CONTRIBUTING. */
const EXAMPLE = /saved-view|NNNN/;
/** Matches paths without placeholders, alternatives and wildcards. */
const PLAIN = /^(?:server|shared|renderer|electron|client|test|docs|scripts|models)\/[\w./-]+$/;

/** Returns the paths in the code spans of a document. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => PLAIN.test(span) && !EXAMPLE.test(span));
}

describe('paths in documents exist', () => {
  it.each(DOCUMENTS)('%s', (document) => {
    const paths = pathsOf(readFileSync(document, 'utf8'));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('paths are found in documents', () => {
    expect(pathsOf(readFileSync('docs/architecture.md', 'utf8')).length).toBeGreaterThan(50);
  });
});
