import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type StoredEdit, withEdit } from '../../server/features/messages/index.ts';
import { skippedRows } from '../../server/kernel/http/pagination.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { rotateLogs } from '../../server/launcher/child-log.ts';

it('SEC-23: a message keeps its newest 20 earlier wordings', () => {
  let edits: StoredEdit[] = [];
  for (let at = 100; at < 150; at += 1) {
    const edit = { content: `${at}`, caption: null, at: `${at}`, platformId: `${at}` };
    edits = withEdit({ content: `${at - 1}`, caption: null }, edits, edit)?.edits ?? [];
  }
  expect(edits.map(({ platformId }) => platformId)).toEqual(
    Array.from({ length: 20 }, (_, i) => `${130 + i}`),
  );
});

it('SEC-23: a numbered page skips at most 10,000 rows', () => {
  expect(skippedRows({ page: 101, limit: 100 })).toBe(10_000);
  expect(() => skippedRows({ page: 102, limit: 100 })).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

it('SEC-49: a large log is rotated while a process writes to it, and stays private', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  const path = join(folder, 'api.log');
  writeFileSync(path, 'x'.repeat(101), { mode: 0o600 });
  rotateLogs(folder, 100);
  expect([statSync(path).size, readFileSync(`${path}.1`, 'utf8').length]).toEqual([0, 101]);
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600);
});

it('SEC-49: an access token of the platform is redacted by its format', () => {
  const lines: string[] = [];
  const token = `EAA${'aB3'.repeat(20)}`;
  createLogger('info', { write: (line) => void lines.push(line) }).info(`refused: ${token}`);
  expect(lines.join('')).toContain('EAA[redacted]');
  expect(lines.join('')).not.toContain('aB3aB3');
});
