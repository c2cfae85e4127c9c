import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPETS, type Snippet } from '../../renderer/features/webhooks/endpoints/snippets.ts';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { WEBHOOK_SAMPLES } from '../../shared/events/webhook-samples.ts';
import { eventually } from '../helpers/platform.ts';
import { ARCHIVE, Workbench } from './workbench.ts';

/** The command for each snippet, and the program that it needs besides Node. */
const COMMANDS: Readonly<Record<Snippet['id'], { needs: string | null; run: (port: string) => string[] }>> = {
  typescript: { needs: null, run: () => [process.execPath, 'receiver.js'] },
  python: { needs: 'python3', run: () => ['python3', 'receiver.py'] },
  php: { needs: 'php', run: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'] },
  go: { needs: 'go', run: () => ['./receiver'] },
};
const FILES = { typescript: 'receiver.ts', python: 'receiver.py', php: 'receiver.php', go: 'receiver.go' };

let bench: Workbench;
beforeAll(async () => {
  bench = new Workbench();
  await bench.prepare();
  await bench.command('npm', ['install', '--no-audit', '--no-fund', '--offline', ARCHIVE]);
  for (const { id, code } of SNIPPETS) bench.write(FILES[id], code);
  await bench.compile();
}, 120_000);
afterAll(() => bench.remove());

const isMissing = (program: string | null) =>
  program !== null && spawnSync(program, ['--help'], { stdio: 'ignore' }).error !== undefined;

describe.each(SNIPPETS)('the receiver in $label', ({ id }) => {
  const command = COMMANDS[id];

  it.skipIf(isMissing(command.needs))('accepts only valid requests', { timeout: 120_000 }, async () => {
    if (id === 'go') await bench.command('go', ['build', '-o', 'receiver', 'receiver.go']);
    const secret = newSecret();
    const port = String(await freePort());
    const [program = '', ...words] = command.run(port);
    const receiver = bench.start(program, words, { PORT: port, WEBHOOK_SECRET: secret });
    try {
      const good = signed(secret, new Date());
      expect(await eventually(() => post(port, good).catch(() => null))).toBe(204);
      const both = `${signed(newSecret(), new Date())['webhook-signature']} ${good['webhook-signature']}`;
      expect(await post(port, { ...good, 'webhook-signature': both })).toBe(204);
      const rejected = [
        signed(newSecret(), new Date()),
        signed(secret, new Date(Date.now() - 6 * 60_000)),
        signed(secret, new Date(Date.now() + 6 * 60_000)),
        { ...good, 'webhook-id': 'evt_2' },
        { ...good, 'webhook-signature': '' },
        { ...good, 'webhook-timestamp': 'soon' },
      ];
      for (const headers of rejected) expect(await post(port, headers)).toBe(400);
      expect(await post(port, good, BODY.replace('open', 'shut'))).toBe(400);
    } finally {
      receiver.stop();
    }
  });
});

const BODY = JSON.stringify(WEBHOOK_SAMPLES['message.received']);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

function signed(secret: string, at: Date) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
  };
}

async function post(port: string, headers: Record<string, string>, body = BODY): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
}
