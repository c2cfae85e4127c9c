import { beforeAll, expect, it } from 'vitest';
import { eraseFromImports } from '../../server/flows/contact-files/erase-from-imports.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { importer } from '../helpers/contact-imports.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

/** With a contact that is deleted goes what imports hold of the person, also in rows that never became a contact. */

const rig = setUpWorkspace({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
let imports: Awaited<ReturnType<typeof importer>>;
beforeAll(async () => {
  imports = await importer(rig.server, rig.workspace);
});

const STAYS = '+1 555 033 0001';
const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const linesOf = async (id: string) => (await imports.problems(id)).map(({ line }: { line: number }) => line);

/** Returns all that imports hold, as text. */
async function held(): Promise<string> {
  const { database } = rig.server.container;
  const key = { tenantId: rig.workspace.scope.key };
  const rows = await database.select(
    'SELECT cells, problems, undo_data FROM contact_import_rows WHERE tenant_id = :tenantId',
    key,
  );
  const heads = await database.select(
    'SELECT columns_json FROM contact_imports WHERE tenant_id = :tenantId',
    key,
  );
  return JSON.stringify([rows, heads]);
}

/** Waits until the job of a deletion has ended. */
const untilErased = () =>
  expect
    .poll(() =>
      rig.server.container.database.select(
        "SELECT id FROM jobs WHERE tenant_id = :tenantId AND kind = 'purge-contact'",
        { tenantId: rig.workspace.scope.key },
      ),
    )
    .toEqual([]);

it('deletes duplicates, rows with problems and rows that were never checked, and their samples', async () => {
  const zilda = { phone: '+55 41 99123-4567', name: 'Zilda Prado', email: 'zilda@example.test' };
  const { id } = (await api('POST', '/contacts', zilda)).body;
  const unchecked = await imports.upload(
    [
      'Nome,Telefone,Outro',
      `Beto,${STAYS},(41) 5555`,
      'Zilda Prado,0055 (41) 99123.4567,x',
      'Zilda P.,,ZILDA@example.test',
      'Zilda Q.,none,5541 9123 4567',
      `Caio,${STAYS},zilda`,
      '',
    ].join('\n'),
  );
  expect(unchecked.body).toMatchObject({ state: 'mapping', mapping: ['name', 'phone', null] });
  const checked = await imports.checked(
    [
      'Name,Phone,Email,Status',
      `Beto,${STAYS},,`,
      'Zilda Prado,+55 41 99123-4567,,',
      'Zilda again,+55 41 9123-4567,,',
      'Zilda wrong,+5541991234567,,lukewarm',
      'Zilda mail,12,ZILDA@example.test,',
      `Beto wrong,${STAYS},,lukewarm`,
      'Zilda long,+55 41 99123-4567,,,more',
      '',
    ].join('\n'),
  );
  expect(checked.counts).toMatchObject({ new: 1, unchanged: 1, duplicate: 1, faulty: 4 });
  expect(await linesOf(checked.id)).toEqual([4, 5, 6, 7, 8]);
  expect(await held()).toMatch(/zilda@example/i);

  await api('DELETE', `/contacts/${id}`);
  await untilErased();
  const left = await held();
  expect(left).not.toMatch(/Zilda [A-Z]/);
  expect(left).not.toMatch(/zilda@example|4567/i);
  expect(await linesOf(checked.id)).toEqual([7]);
  const names = async (of: string) => (await imports.get(of)).columns[0]?.samples;
  expect(await names(unchecked.body.id)).toEqual(['Beto']);
  expect(await names(checked.id)).toEqual(['Beto']);

  // The rows of others are imported as before.
  const done = await imports.step(checked.id, 'commit', 'done');
  expect(done.counts).toMatchObject({ created: 1 });
  const again = await imports.step(unchecked.body.id, 'check', 'checked', {
    mapping: unchecked.body.mapping,
    mode: 'overwrite',
  });
  expect(again.counts).toMatchObject({ unchanged: 1, duplicate: 1, new: 0, faulty: 0 });
  for (const one of [checked.id, unchecked.body.id]) await imports.send('DELETE', `/contact-imports/${one}`);
});

it('deletes rows of a contact that came after the check, or after the undo of its import', async () => {
  const later = await imports.checked('Name,Phone\nVera,+1 555 033 0002\n');
  const undone = await imports.checked('Name,Phone\nVera,+1 555 033 0002\n');
  await imports.step(undone.id, 'commit', 'done');
  await imports.step(undone.id, 'undo', 'undone');
  expect(await held()).toContain('Vera');
  const { id } = (await api('POST', '/contacts', { phone: '+1 555 033 0002' })).body;
  await api('DELETE', `/contacts/${id}`);
  await untilErased();
  expect(await held()).not.toContain('Vera');
  expect((await imports.step(later.id, 'commit', 'done')).counts).toMatchObject({ created: 0 });
});

it('deletes what the webhook log holds of contacts that an undo has deleted, and no row of a file', async () => {
  const phone = '+1 555 033 0005';
  const endpoint = { url: 'http://127.0.0.1:9/closed', events: ['contact.created'] };
  expect((await rig.workspace.dashboard('POST', '/webhook-endpoints', endpoint)).status).toBe(201);
  const undone = await imports.checked(`Name,Phone\nYara,${phone}\n`);
  await imports.step(undone.id, 'commit', 'done');
  const other = await imports.checked(`Name,Phone\nYara Sol,${phone}\n`);
  expect(other.counts).toMatchObject({ changed: 1 });
  const { id } = (await api('GET', `/contacts/${encodeURIComponent(phone)}`)).body;
  const logged = () =>
    rig.server.container.database.select<{ id: Buffer }>(
      'SELECT id FROM webhook_events WHERE tenant_id = :tenantId AND contact_id = :id',
      { tenantId: rig.workspace.scope.key, id: decodeId(id) },
    );
  await expect.poll(async () => (await logged()).length, { timeout: 20_000 }).toBe(1);
  const [event] = await logged();
  await imports.step(undone.id, 'undo', 'undone');
  await expect.poll(logged, { timeout: 20_000 }).toEqual([]);
  const deliveries = await rig.server.container.database.select(
    'SELECT id FROM webhook_deliveries WHERE tenant_id = :tenantId AND event_id = :id',
    { tenantId: rig.workspace.scope.key, id: event?.id ?? null },
  );
  expect(deliveries).toEqual([]);
  // Nobody has asked to be deleted: the files stay, and the next one can be imported.
  expect(await held()).toContain('"Yara');
  expect((await imports.step(other.id, 'commit', 'done')).counts).toMatchObject({ created: 1 });
  for (const one of [undone.id, other.id]) await imports.send('DELETE', `/contact-imports/${one}`);
});

it('leaves a file alone that came after the deletion, however late the deletion is worked off', async () => {
  const phone = '+1 555 033 0003';
  const { id } = (await api('POST', '/contacts', { phone })).body;
  await api('DELETE', `/contacts/${id}`);
  const deletedAt = new Date();
  await untilErased();
  const back = await imports.checked(`Name,Phone\nIvo,${phone}\n`);
  const { container } = rig.server;
  const person = { contactId: decodeId(id), people: ['15550330003'], email: '' };
  const erase = (deletedAt: Date) =>
    eraseFromImports(container.contextFor(rig.workspace.scope), { ...person, deletedAt });
  await erase(deletedAt);
  expect(await held()).toContain('Ivo');
  await erase(new Date());
  expect(await held()).not.toContain('Ivo');
  await imports.send('DELETE', `/contact-imports/${back.id}`);
});

it('comes back to a file that is being read at the moment of the deletion, and to the samples that it shows then', async () => {
  const phone = '+1 555 033 0004';
  const { id } = (await api('POST', '/contacts', { phone })).body;
  const { body: file } = await imports.upload(`Name,Phone\nZoe,${phone}\n`);
  const { database } = rig.server.container;
  const tenantId = rig.workspace.scope.key;
  const become = (state: string) =>
    database.run('UPDATE contact_imports SET state = :state WHERE tenant_id = :tenantId AND id = :id', {
      ...{ state, tenantId, id: decodeId(file.id) },
    });
  await become('reading');
  await api('DELETE', `/contacts/${id}`);
  const job = async () => {
    const [row] = await database.select<{ lastError: string | null }>(
      "SELECT last_error AS lastError FROM jobs WHERE tenant_id = :tenantId AND kind = 'purge-contact'",
      { tenantId },
    );
    return row?.lastError;
  };
  await expect.poll(job).toBe('waits for other work');
  expect(await held()).toContain('Zoe');
  await become('mapping');
  rig.server.passTime(5);
  await untilErased();
  expect(await held()).not.toContain('Zoe');
  // The counts of the file stay: they name nobody.
  expect(await imports.get(file.id)).toMatchObject({ rows: 1, columns: [{ samples: [] }, { samples: [] }] });
  await imports.send('DELETE', `/contact-imports/${file.id}`);
});
