import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpAdmin } from '../helpers/admin.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

const rig = setUpAdmin();
const { admin, fails } = rig;
let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase({ isEmpty: true });
});
afterAll(() => empty.drop());

describe('db status, db migrate', () => {
  it('reports pending migrations, and applies them once', async () => {
    const run = async (line: string) =>
      JSON.parse((await admin(line, { DATABASE_URL: empty.url })).output) as Record<string, unknown[]>;
    const before = await run('db status --json');
    expect(before).toMatchObject({ upToDate: false, executed: [] });
    expect(await run('db migrate --json')).toEqual({ migrated: before.pending });
    expect(await run('db migrate --json')).toEqual({ migrated: [] });
    expect(await run('db status --json')).toEqual({
      upToDate: true,
      executed: before.pending,
      pending: [],
      unknown: [],
    });
  });
});

describe('an invalid command', () => {
  it.each(['', 'tenant', 'tenant destroy', 'nonsense', '--what', 'tenant create --name'])(
    'fails with validation_failed: "%s"',
    async (line) => {
      const argv = `${line} --json`;
      const { code, details } = await fails(argv);
      expect(code).toBe('validation_failed');
      expect(details).not.toEqual([]);
    },
  );

  it('prints plain text to standard error without --json', async () => {
    const { exitCode, output, notes } = await admin('member add --tenant x --email no --password 1234567890');
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    expect(notes.split('\n')).toEqual([
      'The command is not valid.',
      '  --email: must be an email address',
      expect.stringMatching(/^ {2}--role: is required$/),
      '  --tenant: must be a workspace id',
      '',
    ]);
    const unknown = await admin('tenant destroy');
    expect(unknown).toMatchObject({ exitCode: 1, output: '', notes: "unknown command 'destroy'\n" });
  });

  it('reports all errors at once', async () => {
    const error = await fails('member add --tenant x --email no --password short --rule staff --json');
    expect(error.code).toBe('validation_failed');
    const places = error.details.map((detail: { path: string }) => detail.path);
    expect(places).toEqual(
      expect.arrayContaining(['--rule', 'staff', '--tenant', '--email', '--password', '--role']),
    );
  });

  it('does not take an option as the value of another', async () => {
    const error = await fails(
      'tenant create --owner-email a@b.test --owner-password 1234567890 --name --json',
    );
    expect(error.details).toEqual([{ path: '--name', message: 'has no value' }]);
  });

  it('reports an unknown workspace', async () => {
    const unknownId = '01jd0000000000000000000000';
    expect(await fails(`key create --tenant ${unknownId} --name x --json`)).toMatchObject({
      code: 'workspace_not_found',
    });
  });

  it('prints help, and a readable result without --json', async () => {
    expect(await admin('tenant create --help')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('--owner-password'),
    });
    expect((await admin('db status')).output).toMatch(/^upToDate: true\n/);
  });
});

describe('npm run -s admin', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));

  it('prints one line of JSON on standard output, on success and on failure', () => {
    const { databaseUrl, secretKey } = rig.server.container.config;
    const run = (env: Record<string, string>) =>
      spawnSync('npm', ['run', '-s', 'admin', '--', 'db', 'status', '--json'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ...env },
      });
    const good = run({});
    expect(JSON.parse(good.stdout)).toMatchObject({ upToDate: true });
    expect(good.status).toBe(0);
    const bad = run({ SECRET_KEY: 'short' });
    expect(JSON.parse(bad.stdout)).toMatchObject({ error: { code: 'validation_failed' } });
    expect(bad.status).toBe(1);
  });
});
