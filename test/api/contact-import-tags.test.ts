import { beforeAll, expect, it } from 'vitest';
import { importer } from '../helpers/contact-imports.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
let imports: Awaited<ReturnType<typeof importer>>;
beforeAll(async () => {
  imports = await importer(rig.server, rig.workspace);
});

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const tagsOf = async (phone: string) => (await api('GET', `/contacts/${phone}`)).body.tags;

it('the tags of a file are given to everyone in it, and taken back by the undo', async () => {
  await api('POST', '/contacts', { phone: '15550220001', name: 'Known', tags: ['vip'] });
  const text = 'Name,Phone,Tags\nKnown,15550220001,\nAna,15550220002,"met, fair"\nBia,15550220003,fair\n';
  const checked = await imports.checked(text, { tags: ['fair', 'June'] });
  expect(checked).toMatchObject({ tags: ['fair', 'June'], counts: { new: 2, changed: 1, unchanged: 0 } });
  await imports.step(checked.id, 'commit', 'done');
  expect(await tagsOf('15550220001')).toEqual(['vip', 'fair', 'June']);
  expect(await tagsOf('15550220002')).toEqual(['fair', 'June', 'met']);
  expect(await tagsOf('15550220003')).toEqual(['fair', 'June']);
  const again = await imports.checked(text, { tags: ['June'] });
  expect(again.counts).toMatchObject({ unchanged: 3 });
  await imports.step(checked.id, 'undo', 'undone');
  expect(await tagsOf('15550220001')).toEqual(['vip']);
  expect((await api('GET', '/contacts?tag=June')).body.data).toEqual([]);
});

it('contacts that are left as they are get no tag, and tags that cannot be are refused', async () => {
  await api('POST', '/contacts', { phone: '15550220011', tags: ['old'] });
  const text = 'Phone\n15550220011\n15550220012\n';
  const checked = await imports.checked(text, { mode: 'skip', tags: ['new'] });
  await imports.step(checked.id, 'commit', 'done');
  expect([await tagsOf('15550220011'), await tagsOf('15550220012')]).toEqual([['old'], ['new']]);
  const { body } = await imports.upload(text);
  const check = { mapping: ['phone'], mode: 'fill', tags: ['x'.repeat(51)] };
  const refused = await imports.send('POST', `/contact-imports/${body.id}/check`, check);
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'tags.0']);
});
