import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, expect, it } from 'vitest';
import { makeOpenApiDocument } from '../../server/openapi/document.ts';
import { Workbench } from '../docs/workbench.ts';

const bench = new Workbench();
afterAll(() => bench.remove());

it('another client generator creates a client that compiles', { timeout: 120_000 }, async () => {
  bench.write('package.json', JSON.stringify({ private: true, type: 'module' }));
  const options = {
    strict: true,
    noEmit: true,
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['node'],
  };
  bench.write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['*.ts', 'made'] }));
  await createClient({
    input: (await makeOpenApiDocument()) as never,
    output: join(bench.folder, 'made'),
    plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  });
  expect(readdirSync(join(bench.folder, 'made'))).toContain('sdk.gen.ts');
  bench.write(
    'use.ts',
    `import { contactsList, messagesSend } from './made';
     const { data } = await contactsList({ query: { search: 'ada' } });
     const name: string | undefined = data?.data[0]?.name;
     await messagesSend({ body: { contactId: '15550100123', type: 'text', content: name ?? '' } });
     // @ts-expect-error there is no such type of message
     await messagesSend({ body: { contactId: '15550100123', type: 'telegram' } });
    `,
  );
  await bench.compile();
});
