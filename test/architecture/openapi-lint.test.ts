import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { makeOpenApiDocument } from '../../server/openapi/document.ts';

/** Rules of `recommended-strict` that do not apply here, each with its reason. */
const EXCEPTIONS = {
  // The product has no public license.
  'info-license': 'off',
} as const;

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: EXCEPTIONS });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

it('the OpenAPI document passes a strict linter', async () => {
  expect(await lint(JSON.stringify(await makeOpenApiDocument()))).toEqual([]);
});

it('the linter reports an example that does not match its schema', async () => {
  const document = JSON.stringify(await makeOpenApiDocument());
  expect(await lint(document.replaceAll('"phone":"15550100123"', '"phone":15550100123'))).toContainEqual(
    expect.stringMatching(/^no-invalid-media-type-examples/),
  );
});
