import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../server/admin/backup/archive.ts';
import { openTarget } from '../../server/admin/backup/load.sql.ts';
import { type BackupManifest, ManifestSchema } from '../../server/admin/backup/manifest.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { setUpAdmin } from '../helpers/admin.ts';
import { isSoak, sized } from '../helpers/lane.ts';
import { uploader } from '../helpers/media.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';
import { digestsOf } from '../helpers/tenant-state.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const CONTACTS = sized(60, 10_000);
/** The contacts are created one by one, over the API. */
const TIMEOUT_MS = sized(60_000, 600_000);
const PASSPHRASE = 'a passphrase of the operator';

const rig = setUpAdmin();
const folder = mkdtempSync(join(tmpdir(), 'switchboard-backup-'));
const plain = join(folder, 'plain.tar');
const sealed = join(folder, 'sealed.backup');
let workspaces: TestWorkspace[];
let target: TestDatabase;

beforeAll(async () => {
  workspaces = [await createWorkspace(rig.server), await createWorkspace(rig.server)];
  const [first] = workspaces as [TestWorkspace];
  await connectWorkspace(rig.server, first);
  // Background work that would change the workspace between a backup and the comparison.
  await eventually(async () => {
    const rows = 'SELECT 1 FROM templates WHERE tenant_id = :tenantId LIMIT 1';
    return (await rig.server.container.database.select(rows, { tenantId: first.scope.key })).length > 0;
  });
  const upload = await uploader(rig.server, first);
  expect((await upload(randomBytes(300_000), 'application/pdf', 'price list.pdf')).status).toBe(201);
  await addContacts(CONTACTS / 2);
  await addReminder(first);
  target = await createTestDatabase({ isEmpty: true });
}, TIMEOUT_MS);
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
async function addContacts(count: number): Promise<void> {
  const add = async () => {
    while (made < until) {
      made += 1;
      const workspace = workspaces[made % 2];
      const name = `O'Neil \\ "${made}" 😀 中文\n\u0000\u2028`.replace('\u0000', '');
      const contact = { phone: `+1555${1_000_000 + made}`, name: name.replace('\n', ' ') };
      const create = () => workspace?.api('POST', '/contacts', contact);
      // A busy disk can answer 503, which stored nothing; a program sends it again, as this one does.
      let answer = await create();
      for (let again = 0; answer?.status === 503 && again < 5; again += 1) answer = await create();
      expect(answer?.status).toBe(201);
    }
  };
  const until = made + count;
  await Promise.all(Array.from({ length: 6 }, add));
}

/** Adds an open reminder: its table has a column that the database generates. */
async function addReminder({ scope }: TestWorkspace): Promise<void> {
  await rig.server.container.database.run(
    `INSERT INTO reminders (id, tenant_id, user_id, conversation_id, contact_id, message_id, quote, due_at, created_at)
     SELECT :id, c.tenant_id, u.id, :id, c.id, :id, 'I will call you.', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM contacts c JOIN users u ON u.tenant_id = c.tenant_id WHERE c.tenant_id = :tenantId LIMIT 1`,
    { tenantId: scope.key, id: newKey() },
  );
}

/** Restores into the target with a data folder of its own. Returns the parsed output. */
async function restore(options: string, typed: string[] = [], dataDir = join(folder, 'restored')) {
  const line = `restore ${options} --json`;
  const { output } = await rig.admin(line, { DATABASE_URL: target.url, DATA_DIR: dataDir }, typed);
  return JSON.parse(output);
}

async function manifestOf(file: string): Promise<BackupManifest> {
  const manifests: BackupManifest[] = [];
  await readArchive(file, null, async ({ name, bytes }) => {
    if (name !== 'manifest.json') return;
    let text = '';
    for await (const chunk of bytes) text += chunk;
    manifests.push(ManifestSchema.parse(JSON.parse(text)));
  });
  return manifests[0] as BackupManifest;
}

function filesIn(dataDir: string): Record<string, string> {
  const names = readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => [
        entry.name,
        createHash('sha256')
          .update(readFileSync(join(entry.parentPath, entry.name)))
          .digest('hex'),
      ]),
  );
}

/** Connects for a moment only: a restore refuses a database that others use. */
async function inTarget<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(target.url, { poolSize: 2 });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const tablesOfTarget = () =>
  inTarget((database) =>
    database.select<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    ),
  );

describe('SEC-35: a backup', () => {
  it(
    'that is taken during writes holds one moment, and a server works on it',
    async () => {
      const writes = addContacts(CONTACTS / 2);
      const taken = await rig.ok(`backup --to ${plain} --json`);
      await writes;
      expect(taken).toMatchObject({ file: plain, encrypted: false, files: 1, missingFiles: 0 });
      expect(statSync(plain).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);

      const restored = await restore(`--from ${plain}`);
      expect(restored).toMatchObject({ rows: taken.rows, files: 1, missingFiles: 0, migrated: [] });
      // Every change moves its workspace's counter and writes its event in one transaction.
      const [apart] = await inTarget((database) =>
        database.select<{ count: number; contacts: number }>(
          `SELECT (SELECT COUNT(*) FROM tenant_counters c
               WHERE c.seq <> COALESCE((SELECT MAX(e.seq) FROM events e WHERE e.tenant_id = c.tenant_id), 0)) AS count,
              (SELECT COUNT(*) FROM contacts) - (SELECT COUNT(*) FROM events WHERE name = 'contact.created') AS contacts`,
        ),
      );
      expect(apart).toEqual({ count: 0, contacts: 0 });
      expect(filesIn(join(folder, 'restored'))).toEqual(filesIn(rig.dataDir));

      // The copy has the same rows, table by table: a second backup says so.
      const again = join(folder, 'again.tar');
      const { exitCode } = await rig.admin(`backup --to ${again}`, {
        DATABASE_URL: target.url,
        DATA_DIR: join(folder, 'restored'),
      });
      expect(exitCode).toBe(0);
      expect((await manifestOf(again)).tables).toEqual((await manifestOf(plain)).tables);

      await expectServerWorks();
    },
    TIMEOUT_MS,
  );

  it(
    'with a passphrase is the same, and useless without it',
    async () => {
      const { exitCode } = await rig.admin(`backup --to ${sealed} --passphrase -`, {}, [PASSPHRASE]);
      expect(exitCode).toBe(0);
      expect(readFileSync(sealed).includes("O'Neil")).toBe(false);
      const before = await Promise.all(
        workspaces.map(({ scope }) => digestsOf(rig.server.container.database, scope.key)),
      );

      expect((await restore(`--from ${sealed}`)).error.code).toBe('passphrase_missing');
      expect((await restore(`--from ${sealed} --passphrase -`, ['another passphrase'])).error.code).toBe(
        'wrong_passphrase',
      );
      const name = new URL(target.url).pathname.slice(1);
      expect((await restore(`--from ${sealed} --passphrase -`, [PASSPHRASE])).error).toMatchObject({
        code: 'database_not_empty',
        message: expect.stringContaining(`--replace ${name}`),
      });
      expect(await restore(`--from ${sealed} --passphrase - --replace ${name}`, [PASSPHRASE])).toMatchObject({
        files: 1,
      });
      expect(
        await inTarget((database) =>
          Promise.all(workspaces.map(({ scope }) => digestsOf(database, scope.key))),
        ),
      ).toEqual(before);
      // What was replaced is kept beside it.
      expect(readdirSync(join(folder, 'restored')).filter((one) => /before-restore/.test(one))).toHaveLength(
        2,
      );
    },
    TIMEOUT_MS,
  );

  it('is refused with a key that does not open what it would hold', async () => {
    const { secretKey } = rig.server.container.config;
    const to = join(folder, 'locked.tar');
    // As every other command and every server, it notes the key of the database.
    await rig.ok('tenant list --json');
    const backup = async (env: Record<string, string>) => {
      const { output } = await rig.admin(`backup --to ${to} --json`, env);
      return JSON.parse(output).error;
    };
    const other = 'quite another secret of 32 characters';
    expect(await backup({ SECRET_KEY: other })).toMatchObject({
      code: 'secret_key_differs',
      message: expect.stringContaining('SECRET_KEY is not the key'),
    });
    expect(await backup({ SECRET_KEY: other, SECRET_KEY_PREVIOUS: secretKey })).toMatchObject({
      code: 'secret_key_differs',
      message: expect.stringContaining('secret-key rotate'),
    });
    expect(existsSync(to)).toBe(false);
  });

  it('never replaces a file', async () => {
    expect(await rig.fails(`backup --to ${plain} --json`)).toMatchObject({ code: 'backup_exists' });
    expect(await rig.fails(`backup --to ${join(folder, 'no', 'such')} --json`)).toMatchObject({
      code: 'internal',
    });
  });
});

describe('SEC-35: a restore', () => {
  it('refuses a file that is cut off or modified anywhere, and changes nothing', async () => {
    const before = await tablesOfTarget();
    const copy = join(folder, 'copy');
    // Deriving the key of an encrypted file takes long on purpose.
    const files = [
      { file: plain, typed: [], parts: [0.01, 0.3, 0.5, 0.8, 0.97] },
      { file: sealed, typed: [PASSPHRASE], parts: isSoak ? [0.3, 0.6, 0.99] : [0.6] },
    ];
    for (const { file, typed, parts } of files) {
      const { size } = statSync(file);
      const whole = readFileSync(file);
      // Not in the zeros between the files of an archive: they mean nothing.
      const places = parts.map((part) => whole.findIndex((byte, at) => at >= size * part && byte !== 0));
      for (const place of places) {
        copyFileSync(file, copy);
        const bytes = readFileSync(copy);
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        writeFileSync(copy, bytes);
        const options = `--from ${copy} ${typed.length > 0 ? '--passphrase -' : ''}`;
        expect((await restore(options, [...typed])).error, `${file} modified at ${place}`).toMatchObject({
          code: 'backup_damaged',
        });
        writeFileSync(copy, readFileSync(file).subarray(0, place));
        expect((await restore(options, [...typed])).error, `${file} cut at ${place}`).toMatchObject({
          code: 'backup_damaged',
        });
      }
    }
    expect(await tablesOfTarget()).toEqual(before);
  });

  it('takes rows of earlier backups, which have the values of generated columns', async () => {
    const loading = await openTarget(target.url);
    const columns = ['id', 'tenant_id', 'user_id', 'conversation_id', 'contact_id', 'message_id'];
    const moment = '2026-11-29 12:00:00.000';
    const more = { quote: 'Later', due_at: moment, created_at: moment, waiting_until: moment };
    const loader = await loading.loaderOf('reminders', [...columns, ...Object.keys(more)]);
    const before = await loading.count('reminders');
    const ids = columns.map(() => newKey().toString('base64'));
    await loader.add(JSON.stringify([...ids, ...Object.values(more)]));
    await loader.flush();
    expect(await loading.count('reminders')).toBe(before + 1);
    await loading.close();
  });

  it('that was interrupted keeps every server away, and can be repeated', async () => {
    const half = await openTarget(target.url);
    await half.begin();
    await half.close();
    await expect(inTarget((database) => migrate(database))).rejects.toMatchObject({
      code: 'restore_incomplete',
    });
    expect(await restore(`--from ${plain}`)).toMatchObject({ files: 1 });
    expect(await inTarget((database) => migrate(database))).toEqual([]);
  });

  it('needs the key of the backup, and a database that no server uses', async () => {
    const other = {
      DATABASE_URL: target.url,
      SECRET_KEY: 'quite another secret of 32 characters',
      DATA_DIR: folder,
    };
    const differs = await rig.admin(`restore --from ${plain} --json`, other);
    expect(JSON.parse(differs.output).error.code).toBe('secret_key_differs');
    const busy = await rig.admin(`restore --from ${plain} --replace x --json`, { DATA_DIR: folder });
    expect(JSON.parse(busy.output).error.code).toBe('database_in_use');
  });
});

async function expectServerWorks(): Promise<void> {
  const dataDir = join(folder, 'restored');
  const secretKey = readFileSync(join(dataDir, 'secret-key'), 'utf8');
  const [workspace] = workspaces as [TestWorkspace];
  const server = await startTestServer(
    { DATA_DIR: dataDir, SECRET_KEY: secretKey },
    { ...rig.server, databaseUrl: target.url },
  );
  try {
    const page = await call(`${server.url}/api/v1/contacts?limit=100`, { headers: bearer(workspace.key) });
    expect(page.status).toBe(200);
    expect(page.body.data.length).toBeGreaterThan(0);
    const rotated = await rig.admin('secret-key rotate --json', { DATABASE_URL: target.url });
    expect(JSON.parse(rotated.output)).toMatchObject({ rotated: 0, unreadable: 0, current: 2 });
  } finally {
    await server.stop();
  }
}
