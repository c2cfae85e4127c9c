import { expect } from 'vitest';
import type { ContactImport } from '../../shared/contract/contacts/contact-imports.contract.ts';
import { call, OWNER_PASSWORD, signIn, type TestServer, type TestWorkspace } from './test-server.ts';

/** Returns a client of imports, as the owner of a workspace. */
export async function importer(server: TestServer, workspace: TestWorkspace) {
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  const send = (method: string, path: string, body?: unknown) =>
    call(`${server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
  const get = async (id: string): Promise<ContactImport> =>
    (await send('GET', `/contact-imports/${id}`)).body;
  const upload = (bytes: Uint8Array | string, filename = 'people.csv') =>
    call(`${server.url}/api/dashboard/contact-imports?filename=${encodeURIComponent(filename)}`, {
      method: 'POST',
      body: bytes,
      headers: { cookie, 'content-type': 'application/octet-stream' },
    });
  /** Starts a step, and returns the import once it has this state. */
  async function step(
    id: string,
    name: 'check' | 'commit' | 'undo',
    state: ContactImport['state'],
    body?: object,
  ) {
    const { status, body: started } = await send('POST', `/contact-imports/${id}/${name}`, body);
    expect({ status, started }).toMatchObject({ status: 200 });
    await expect.poll(async () => (await get(id)).state, { timeout: 60_000 }).toBe(state);
    return get(id);
  }
  return {
    send,
    get,
    upload,
    step,
    /** Uploads a file and checks it with the mapping that is guessed. */
    checked: async (
      bytes: Uint8Array | string,
      {
        mode = 'overwrite',
        mapping,
        tags,
      }: { mode?: string; mapping?: (string | null)[]; tags?: string[] } = {},
    ) => {
      const { status, body } = await upload(bytes);
      expect({ status, body }).toMatchObject({ status: 201 });
      return step(body.id, 'check', 'checked', { mapping: mapping ?? body.mapping, mode, tags });
    },
    problems: async (id: string) => (await send('GET', `/contact-imports/${id}/problems`)).body.data,
    /** Returns a file at a signed address as text. */
    download: async (path: string, body?: object): Promise<string> => {
      const answer = await send('POST', path, body);
      expect(answer.status).toBe(200);
      const response = await fetch(server.url + answer.body.url);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString('utf8');
    },
  };
}
