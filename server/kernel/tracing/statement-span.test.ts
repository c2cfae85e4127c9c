import { expect, it } from 'vitest';
import { summaryOf } from './statement-span.ts';

it.each([
  ['START TRANSACTION', 'START', null],
  ['SELECT 1', 'SELECT', null],
  ['/* system: claim */ SELECT id FROM outbound_sends FORCE INDEX (x)', 'SELECT', 'outbound_sends'],
  ["INSERT INTO `contacts` (`name`) VALUES ('FROM maria')", 'INSERT', 'contacts'],
  ["UPDATE `contacts` SET `name`='UPDATE jose' WHERE `id` = 1", 'UPDATE', 'contacts'],
  ['\n  delete from contacts', 'DELETE', null],
  ['DELETE FROM webhook_events WHERE tenant_id = ?', 'DELETE', 'webhook_events'],
  ['WITH due AS (SELECT id FROM jobs) SELECT 1', 'WITH', 'jobs'],
  ['(SELECT id FROM messages) UNION (SELECT id FROM notes)', 'SQL', 'messages'],
  ['', 'SQL', null],
])('%s is recorded as operation and table', (text, operation, table) => {
  expect(summaryOf(text)).toEqual({ operation, table });
});
