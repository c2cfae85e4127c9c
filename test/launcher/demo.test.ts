import { expect, it } from 'vitest';
import { launch, until } from './launcher-process.ts';

it('prints the way into the demo: address, login, API key, phone page and a curl line', async () => {
  const run = launch({ options: { demo: true } });
  const address = await run.ready();
  await until('the curl line is printed', () => run.output().includes('curl'));
  const lines = run
    .output()
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toContain(`Dashboard   ${address}`);
  expect(lines).toContain('Login       ada@example.com  /  correct horse');
  expect(lines).toContain('API key     svc_test_key');
  expect(lines).toContain(`curl -H "Authorization: Bearer svc_test_key" ${address}/api/v1/contacts`);
  const phonePage = /Phone page\s+(\S+)/.exec(run.output())?.[1] ?? '';
  expect(await (await fetch(phonePage)).text()).toBe('sandbox');
  run.kill('SIGINT');
  expect(await run.exit()).toBe(0);
});
