import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Forbidden imports, and the rules that must report them. */
const VIOLATIONS: [rule: string, from: string, imported: string][] = [
  ['shared-is-a-leaf', 'shared/domain/a.ts', 'server/kernel/a.ts'],
  ['shared-is-a-leaf', 'shared/domain/b.ts', 'express'],
  ['client-stands-alone', 'client/a.ts', 'shared/domain/c.ts'],
  ['client-stands-alone', 'client/b.ts', 'zod'],
  ['client-stands-alone', 'client/c.ts', 'node:crypto'],
  ['integrations-stand-alone', 'integrations/n8n/src/a.ts', 'shared/domain/c.ts'],
  ['integrations-stand-alone', 'integrations/n8n/src/b.ts', 'zod'],
  ['renderer-is-a-browser', 'renderer/app/a.ts', 'server/kernel/a.ts'],
  ['renderer-without-node', 'renderer/app/b.ts', 'node:fs'],
  ['first-screen-without-zod', 'renderer/lib/offline/a.ts', 'zod'],
  ['electron-is-a-host', 'electron/main/a.ts', 'renderer/app/a.ts'],
  ['server-stands-alone', 'server/kernel/b.ts', 'renderer/app/a.ts'],
  ['features-are-islands', 'server/features/apples/apples.service.ts', 'server/features/pears/index.ts'],
  [
    'features-are-islands',
    'renderer/features/apples/apples.page.ts',
    'renderer/features/pears/pears.page.ts',
  ],
  ['features-know-no-flows', 'server/features/apples/apples.other.ts', 'server/flows/a.ts'],
  ['only-a-features-index', 'server/flows/b.ts', 'server/features/pears/pears.service.ts'],
  ['features-know-no-flows', 'server/features/apples/apples.third.ts', 'server/flows/plums/index.ts'],
  ['kernel-knows-no-business', 'server/kernel/i.ts', 'server/flows/plums/index.ts'],
  ['platform-knows-no-features', 'server/platform/c.ts', 'server/flows/plums/index.ts'],
  ['only-a-features-index', 'server/flows/plums/index.ts', 'server/features/pears/pears.service.ts'],
  ['only-the-container-wires', 'server/flows/h.ts', 'server/flows/plums/index.ts'],
  ['only-the-container-wires', 'server/app.ts', 'server/flows/plums/index.ts'],
  [
    'routes-over-service',
    'server/features/pears/pears.routes.ts',
    'server/features/pears/pears.repository.ts',
  ],
  [
    'repository-is-the-bottom',
    'server/features/pears/pears.repository.ts',
    'server/features/pears/pears.service.ts',
  ],
  ['service-knows-no-http', 'server/features/apples/more.service.ts', 'server/kernel/http/send-error.ts'],
  [
    'presenter-only-presents',
    'server/features/pears/pears.presenter.ts',
    'server/features/pears/pears.service.ts',
  ],
  ['kernel-knows-no-business', 'server/kernel/c.ts', 'server/flows/a.ts'],
  ['platform-knows-no-features', 'server/platform/a.ts', 'server/features/pears/index.ts'],
  ['sandbox-shares-no-code', 'server/sandbox/a.ts', 'server/platform/b.ts'],
  ['nobody-uses-the-sandbox', 'server/flows/c.ts', 'server/sandbox/a.ts'],
  ['password-cost', 'server/features/apples/login.service.ts', 'server/kernel/crypto/password-cost.ts'],
  ['orm-boundary', 'server/features/apples/apples.repository.ts', 'sequelize'],
  ['express-boundary', 'server/flows/d.ts', 'express'],
  ['socket-boundary', 'server/flows/e.ts', 'socket.io'],
  ['redis-boundary', 'server/flows/g.ts', '@redis/client'],
  ['tracing-boundary', 'server/kernel/j.ts', '@opentelemetry/api'],
  ['tracing-on-demand', 'server/flows/i.ts', 'server/kernel/tracing/open-tracing.ts'],
  ['socket-client-boundary', 'renderer/app/c.ts', 'socket.io-client'],
  ['updater-boundary', 'electron/main/b.ts', 'electron-updater'],
  ['ui-has-no-business', 'renderer/ui/a.ts', 'renderer/features/pears/pears.page.ts'],
  ['texts-through-t', 'renderer/features/pears/more.page.ts', 'renderer/locales/en/index.ts'],
  ['renderer-features-below-app', 'renderer/features/pears/pears.page.ts', 'renderer/app/d.ts'],
  ['scope-minting', 'server/flows/f.ts', 'server/kernel/tenancy/mint-tenant-scope.ts'],
  ['scope-minting', 'server/container.ts', 'server/kernel/tenancy/mint-tenant-scope.ts'],
  ['scope-minting', 'server/flows/plums/mint.ts', 'server/kernel/tenancy/mint-tenant-scope.ts'],
  ['no-cycles', 'server/kernel/d.ts', 'server/kernel/e.ts'],
  ['belongs-to-a-layer', 'server/misc/a.ts', 'server/kernel/f.ts'],
  ['not-in-production', 'server/kernel/g.ts', 'react'],
  ['resolvable', 'server/kernel/h.ts', 'server/kernel/nowhere.ts'],
];

const root = process.cwd();
let folder: string;
let found: { rule: string; from: string }[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  const sources = new Map<string, string>([
    ['server/kernel/lonely.ts', 'export const lonely = 1;'],
    // The second file of the cycle.
    ['server/kernel/e.ts', "import './d.ts';\nexport const b = 1;"],
  ]);
  for (const [, from, imported] of VIOLATIONS) {
    sources.set(from, `import '${specifier(from, imported)}';\nexport const a = 1;`);
    const isFile = imported.endsWith('.ts') && !imported.endsWith('nowhere.ts');
    if (isFile && !sources.has(imported)) sources.set(imported, 'export const b = 1;');
  }
  for (const [file, text] of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  found = cruise();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function specifier(from: string, imported: string): string {
  if (!imported.endsWith('.ts')) return imported;
  const path = relative(dirname(from), imported);
  return path.startsWith('.') ? path : `./${path}`;
}

function cruise(): { rule: string; from: string }[] {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = createRequire(import.meta.url).resolve(join(root, '.dependency-cruiser.cjs'));
  const args = [
    bin,
    'shared',
    'server',
    'renderer',
    'electron',
    'client',
    'integrations',
    '--config',
    config,
    '--output-type',
    'json',
  ];
  let output: string;
  try {
    output = execFileSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: 'pipe',
    });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(output) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return summary.violations.map((violation) => ({ rule: violation.rule.name, from: violation.from }));
}

describe('the import rules', () => {
  for (const [rule, from, imported] of VIOLATIONS) {
    it(`${rule}: ${from} must not import ${imported}`, () => {
      expect(found).toContainEqual({ rule, from });
    });
  }

  it('no-orphans: a file that is never imported', () => {
    expect(found).toContainEqual({ rule: 'no-orphans', from: 'server/kernel/lonely.ts' });
  });

  it('are all tested here', () => {
    const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
    const tested = new Set([...VIOLATIONS.map(([rule]) => rule), 'no-orphans', 'electron-boundary']);
    expect(
      forbidden.map((rule: { name: string }) => rule.name).filter((name: string) => !tested.has(name)),
    ).toEqual([]);
  });
});
