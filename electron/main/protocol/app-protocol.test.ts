import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApp } from './app-protocol.ts';

let root: string;
let get: (url: string, method?: string) => Promise<Response>;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'switchboard-app-'));
  const folder = join(root, 'renderer');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    '<meta property="csp-nonce" nonce="{{style-nonce}}"><title>page</title>',
  );
  writeFileSync(join(folder, 'assets', 'main.js'), 'go()');
  writeFileSync(join(folder, 'assets', 'main.js.map'), 'source');
  writeFileSync(join(root, 'secret.json'), 'secret');
  writeFileSync(join(root, 'renderer-notes.json'), 'secret');
  symlinkSync(join(root, 'secret.json'), join(folder, 'link.json'));
  const serve = serveApp(folder, 'https://crm.example.com');
  get = (url, method = 'GET') => serve({ url, method });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the private scheme', () => {
  it('serves the files of the build, and the page for its own routes', async () => {
    const page = await get('app://bundle/inbox/cv_1?x=1#y');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('page');
    const script = await get('app://bundle/assets/main.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
  });

  it.each([
    'app://../../etc/passwd',
    'app://bundle/../secret.json',
    'app://bundle/..%2fsecret.json',
    'app://bundle/%2e%2e/secret.json',
    'app://bundle/%2e%2e%2fsecret.json',
    'app://bundle/..\\secret.json',
    'app://bundle/assets/..%5c..%5csecret.json',
    'app://bundle/%00secret.json',
    'app://bundle/%E0%A4%A.json',
    'app://bundle//etc/passwd.json',
    'app://bundle/../renderer-notes.json',
    'app://bundle/link.json',
    'app://bundle/assets/main.js.map',
    'app://other/index.html',
    'file:///etc/passwd',
    'not an address',
  ])('returns 404 for %s', async (url) => {
    const answer = await get(url);
    expect(await answer.text()).not.toContain('secret');
    expect(answer.status).toBe(404);
  });

  it('rejects other methods', async () => {
    expect((await get('app://bundle/index.html', 'POST')).status).toBe(404);
  });

  it('gives its page a new nonce for styles in each response', async () => {
    const nonces = await Promise.all(
      ['app://bundle/', 'app://bundle/inbox'].map(async (url) => {
        const answer = await get(url);
        const policy = answer.headers.get('content-security-policy') ?? '';
        const [, nonce = ''] = /style-src 'self' 'nonce-([\w+/]{22}==)';/.exec(policy) ?? [];
        expect(await answer.text()).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('limits its page to its own files and its own server', async () => {
    const policy = (await get('app://bundle/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://crm.example.com wss://crm.example.com;");
    expect(policy).not.toMatch(/unsafe-|\*/);
  });
});
