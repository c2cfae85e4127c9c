import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareSetupCode } from '../../server/flows/access/setup-code.ts';
import { readDemoRecord, writeDemoRecord } from '../../server/flows/demo/demo-record.ts';
import { call, createWorkspace, OWNER_PASSWORD, startTestServer } from '../helpers/test-server.ts';

it('SEC-51: the demo’s passwords leave the disk when there is a real workspace', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-sec-51-'));
  const server = await startTestServer({ DATA_DIR: dataDir });
  const person = {
    name: 'Margit',
    email: 'margit@depot.example',
    role: 'owner',
    password: 'a demo password',
  } as const;
  const record = { tenantId: 'x', people: [person], apiKey: null, seededAt: new Date(0) };
  const onDisk = () => readFileSync(join(dataDir, 'demo.json'), 'utf8');
  try {
    writeDemoRecord(dataDir, record);
    await prepareSetupCode(server.container.database, dataDir);
    expect(onDisk(), 'they are needed while there is only the demo').toContain(person.password);

    const body = {
      workspaceName: 'Mine',
      name: 'Olga',
      email: 'olga@example.test',
      password: OWNER_PASSWORD,
    };
    expect((await call(`${server.url}/api/dashboard/setup`, { method: 'POST', body })).status).toBe(201);
    expect(onDisk()).not.toContain(person.password);
    expect(readDemoRecord(dataDir)?.people[0]).toMatchObject({ email: person.email, password: null });

    // A workspace that `admin tenant create` made, perhaps on another server: at the next start.
    writeDemoRecord(dataDir, record);
    await createWorkspace(server);
    await prepareSetupCode(server.container.database, dataDir);
    expect(onDisk()).not.toContain(person.password);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
