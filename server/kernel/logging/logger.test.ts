import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('a log line', () => {
  it('redacts secrets by field name and by format', () => {
    const key = `svc_${'0'.repeat(26)}_abcdefghijklmnop`;
    const line = logged((logger) =>
      logger.info({
        password: 'hunter2',
        req: { headers: { authorization: 'Bearer abc' } },
        note: `with ${key}`,
      }),
    );
    expect(line).not.toMatch(/hunter2|Bearer abc|abcdefghijklmnop/);
    expect(line).toContain('[redacted]');
  });

  it('contains the cause and location of a database error, but no values from its statement', () => {
    const parent = Object.assign(new Error('Deadlock found'), { errno: 1213, sql: "INSERT 'dear customer'" });
    const error = Object.assign(new Error('Deadlock found'), {
      name: 'SequelizeDatabaseError',
      parent,
      original: parent,
      sql: "INSERT 'dear customer'",
      parameters: { content: 'dear customer' },
    });
    const line = logged((logger) => logger.error({ err: error }, 'request failed'));
    expect(line).not.toContain('dear customer');
    const { err } = JSON.parse(line);
    expect(err).toMatchObject({ message: 'Deadlock found', parent: { errno: 1213 } });
    expect(err.stack).toContain('logger.test.ts');
  });
});
