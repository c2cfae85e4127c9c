import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importer } from '../helpers/contact-imports.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-imports-'));
const rig = setUpWorkspace({ DATA_DIR: dataDir });
let imports: Awaited<ReturnType<typeof importer>>;
beforeAll(async () => {
  imports = await importer(rig.server, rig.workspace);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Many batches, so that a cancellation comes between two of them. */
const ROWS = 10_000;
const fileOf = (area: number) => {
  const lines = Array.from({ length: ROWS }, (_, index) => `Person ${index},+4915${area}${10_000 + index}`);
  return `Name,Phone\n${lines.join('\n')}\n`;
};

const countOf = async (table: string) => {
  const [row] = await rig.server.container.database.select<{ count: number }>(
    `SELECT COUNT(*) AS count FROM ${table} WHERE tenant_id = :tenantId`,
    { tenantId: rig.workspace.scope.key },
  );
  return Number(row?.count);
};
const post = (id: string, step: string, body?: object) =>
  imports.send('POST', `/contact-imports/${id}/${step}`, body);

/** Waits until a step has done some of its rows. */
const underway = (id: string) =>
  expect.poll(async () => (await imports.get(id)).done, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);

/** Waits until no job of imports is left. */
const idle = () =>
  expect
    .poll(
      async () => {
        const [row] = await rig.server.container.database.select<{ count: number }>(
          "SELECT COUNT(*) AS count FROM jobs WHERE tenant_id = :tenantId AND kind = 'run-contact-import' AND state = 0",
          { tenantId: rig.workspace.scope.key },
        );
        return Number(row?.count);
      },
      { timeout: 30_000 },
    )
    .toBe(0);

onlyInSoak(describe)('the cancellation of an import', () => {
  it('in its check goes back to the mapping, and stores nothing', async () => {
    const { body } = await imports.upload(fileOf(100));
    const mapping = { mapping: body.mapping, mode: 'overwrite' };
    expect((await post(body.id, 'check', mapping)).status).toBe(200);
    await underway(body.id);
    expect((await post(body.id, 'cancel')).body).toMatchObject({ state: 'mapping' });
    await idle();
    const stopped = await imports.get(body.id);
    expect(stopped).toMatchObject({ state: 'mapping', finishedAt: null });
    expect(stopped.done).toBeLessThan(ROWS);
    expect((await post(body.id, 'commit')).body.error.code).toBe('contact_import_busy');
    expect(await countOf('contacts')).toBe(0);
    // A later check begins again, and counts each row once.
    const checked = await imports.step(body.id, 'check', 'checked', mapping);
    expect(checked.counts).toMatchObject({ new: ROWS, duplicate: 0, faulty: 0 });
    await imports.send('DELETE', `/contact-imports/${body.id}`);
  }, 90_000);

  it('while it stores contacts keeps those that are stored, and they can be undone', async () => {
    const checked = await imports.checked(fileOf(200));
    expect((await post(checked.id, 'commit')).status).toBe(200);
    await underway(checked.id);
    expect((await post(checked.id, 'cancel')).body).toMatchObject({ state: 'canceled' });
    await idle();
    const stopped = await imports.get(checked.id);
    expect(stopped).toMatchObject({ state: 'canceled', finishedAt: expect.any(String) });
    const { created } = stopped.counts;
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(ROWS);
    expect(await countOf('contacts')).toBe(created);
    for (const step of ['commit', 'cancel'])
      expect((await post(checked.id, step)).body.error.code).toBe('contact_import_busy');
    const undone = await imports.step(checked.id, 'undo', 'undone');
    expect(undone.counts).toMatchObject({ undone: created, kept: 0 });
    expect(await countOf('contacts')).toBe(0);
    await imports.send('DELETE', `/contact-imports/${checked.id}`);
  }, 90_000);
});

/** Replaces what is in the rows of all files. */
const fill = (cells: unknown) =>
  rig.server.container.database.run(
    'UPDATE contact_import_rows SET cells = :cells WHERE tenant_id = :tenantId',
    { tenantId: rig.workspace.scope.key, cells: JSON.stringify(cells) },
  );

it('a check that fails for too long goes back to the mapping, which then has an end', async () => {
  const { body } = await imports.upload('Name,Phone\nAna,+4915199000021\n');
  const mapping = { mapping: body.mapping, mode: 'overwrite' };
  expect(body).toMatchObject({ state: 'mapping', finishedAt: null });
  // A row that cannot be read: every try fails.
  await fill(null);
  expect((await post(body.id, 'check', mapping)).status).toBe(200);
  await expect
    .poll(
      async () => {
        rig.server.passTime(1_200);
        return (await imports.get(body.id)).finishedAt;
      },
      { interval: 200, timeout: 25_000 },
    )
    .toEqual(expect.any(String));
  expect(await imports.get(body.id)).toMatchObject({ state: 'mapping' });
  await fill(['Ana', '+4915199000021']);
  expect(await imports.step(body.id, 'check', 'checked', mapping)).toMatchObject({ finishedAt: null });
  await imports.send('DELETE', `/contact-imports/${body.id}`);
}, 40_000);

it('an import goes on after hours without a server, also when its next try fails', async () => {
  const { database } = rig.server.container;
  const mine = { tenantId: rig.workspace.scope.key };
  const tries = async () => {
    const [job] = await database.select<{ attempts: number }>(
      `SELECT attempts FROM jobs WHERE tenant_id = :tenantId AND kind = 'run-contact-import' AND state = 0
         AND last_error IS NOT NULL`,
      mine,
    );
    return Number(job?.attempts ?? 0);
  };
  const checked = await imports.checked('Name,Phone\nAna,+4915199000011\n');
  // A row that cannot be read: a try fails.
  await fill(null);
  expect((await post(checked.id, 'commit')).status).toBe(200);
  await expect.poll(tries, { timeout: 10_000 }).toBeGreaterThan(0);
  const before = await tries();
  rig.server.passTime(3 * 3_600);
  await expect.poll(tries, { timeout: 10_000 }).toBeGreaterThan(before);
  expect(await imports.get(checked.id)).toMatchObject({ state: 'importing' });
  await fill(['Ana', '+4915199000011']);
  rig.server.passTime(600);
  await expect.poll(async () => (await imports.get(checked.id)).state, { timeout: 10_000 }).toBe('done');
  await imports.send('DELETE', `/contact-imports/${checked.id}`);
  await rig.workspace.api('DELETE', '/contacts/+4915199000011');
}, 30_000);

describe('an upload that ends in the middle', () => {
  const half = 'Name,Phone\nAna,+4915199000001\nBia,+4915199';
  it.each([
    ['of an announced length', `content-length: ${10 * half.length}`, half],
    ['in pieces without an end', 'transfer-encoding: chunked', `${half.length.toString(16)}\r\n${half}\r\n`],
  ])('%s stores nothing', async (_, header, body) => {
    // The rows of deleted imports are removed in the background.
    await expect.poll(() => countOf('contact_import_rows'), { timeout: 30_000 }).toBe(0);
    const cookie = await signIn(rig.server, rig.workspace.email, OWNER_PASSWORD);
    const { hostname, port, host } = new URL(rig.server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = [
      'POST /api/dashboard/contact-imports?filename=half.csv HTTP/1.1',
      ...[`host: ${host}`, `cookie: ${cookie}`, 'content-type: application/octet-stream', header, '', ''],
    ];
    socket.write(head.join('\r\n') + body);
    const files = async () => (await readdir(join(dataDir, 'imports')).catch(() => [])).length;
    await expect.poll(files, { interval: 5, timeout: 10_000 }).toBe(1);
    socket.destroy();
    await expect.poll(files, { timeout: 10_000 }).toBe(0);
    expect((await imports.send('GET', '/contact-imports')).body.data).toEqual([]);
    for (const table of ['contact_imports', 'contact_import_rows', 'contacts'])
      expect([table, await countOf(table)]).toEqual([table, 0]);
  });
});
