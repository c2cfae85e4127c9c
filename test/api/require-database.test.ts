import { createServer } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { requireDatabase } from '../../server/db/require-database.ts';

const errorFor = (url: string) =>
  requireDatabase(url).then(
    () => null,
    (error: Error) => error,
  );

describe('a database that cannot be used', () => {
  const base = new URL(inject('databaseUrl'));
  const changed = (change: (url: URL) => void) => {
    const url = new URL(base);
    change(url);
    return url.href;
  };
  const at = `The database at 127.0.0.1:${base.port}`;

  it.each([
    [
      'nothing listens there',
      'mysql://ann:hush%21@127.0.0.1:1/crm',
      'The database at 127.0.0.1:1 does not answer (connection refused): check that it runs, and the host and port in DATABASE_URL.',
    ],
    [
      'the host is unknown',
      'mysql://ann:hush%21@nowhere.invalid/crm',
      'The database at nowhere.invalid:3306 cannot be found: no such host is known here. Check the host in DATABASE_URL.',
    ],
    [
      'the password is wrong',
      changed((url) => {
        url.password = 'hush!';
      }),
      `${at} does not let the user "${base.username}" in: check user and password in DATABASE_URL.`,
    ],
    [
      'it has no such database',
      changed((url) => {
        url.pathname = '/not_there';
      }),
      `${at} has no database "not_there" that the user "${base.username}" may use: create it, or check DATABASE_URL.`,
    ],
  ])('is reported in one sentence when %s', async (_what, url, sentence) => {
    expect(await errorFor(url)).toMatchObject({ code: 'database_unreachable', message: sentence });
  });

  it('is reported when another service responds, without the password', async () => {
    const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const { port } = stranger.address() as { port: number };
    const error = await errorFor(`mysql://ann:hush%21@127.0.0.1:${port}/crm`);
    stranger.close();
    expect(error?.message).toMatch(
      new RegExp(`^The database at 127.0.0.1:${port} cannot be used \\(.*DATABASE_URL`),
    );
    expect(error?.message).not.toContain('hush');
  });

  it('is not reported when it can be used', async () => {
    expect(await errorFor(base.href)).toBeNull();
  });
});
