import { beforeAll, describe, expect, it } from 'vitest';
import { problemOf, watchTables } from './sql-tripwire.ts';

beforeAll(() => watchTables(['contacts', 'messages', 'webhook_endpoints', 'webhook_deliveries', 'events']));

describe('the tripwire', () => {
  it.each([
    ['no tenant', 'SELECT id FROM contacts WHERE id = :id'],
    ['no condition', 'DELETE FROM webhook_deliveries LIMIT 10'],
    [
      'only in the list of columns',
      'SELECT id, tenant_id AS tenantId, url FROM webhook_endpoints WHERE id = :id',
    ],
    ['only in SET', 'UPDATE contacts SET tenant_id = :tenantId WHERE id = :id'],
    ['only in ORDER BY', 'SELECT id FROM messages WHERE id > :id ORDER BY tenant_id'],
    ['only in a comment', 'SELECT id FROM messages /* tenant_id = :tenantId */ WHERE id = :id'],
    ['only in quotes', "SELECT id FROM messages WHERE content = 'tenant_id = :tenantId'"],
    [
      'only in the join',
      'SELECT m.id FROM messages m JOIN contacts c ON c.tenant_id = m.tenant_id WHERE m.id = :id',
    ],
    [
      'only in an outer join',
      "SELECT `c`.`id` FROM `contacts` AS `c` LEFT OUTER JOIN `messages` AS `m` ON `c`.`id` = `m`.`id` AND `m`.`tenant_id` = X'0a' WHERE `c`.`id` = X'0b'",
    ],
    [
      'not in the subquery',
      'SELECT 1 FROM tenants WHERE id IN (SELECT tenant_id FROM contacts WHERE id = :id)',
    ],
    [
      'not in the outer statement',
      'SELECT id FROM messages WHERE contact_id IN (SELECT id FROM contacts WHERE tenant_id = :tenantId)',
    ],
    [
      'not in the derived table',
      'SELECT n FROM (SELECT COUNT(*) AS n FROM events e JOIN messages m ON m.tenant_id = e.tenant_id) counted',
    ],
    [
      'not in the second part of a union',
      'SELECT id FROM contacts WHERE tenant_id = :tenantId UNION ALL SELECT id FROM messages WHERE id = :id',
    ],
    ['not among the inserted columns', 'INSERT INTO events (seq, name) VALUES (:seq, :name)'],
    ['unlisted system work', '/* system: something-else */ SELECT id FROM contacts'],
    ['a rewritten log', 'UPDATE audit_log SET action = :action WHERE tenant_id = :tenantId'],
  ])('rejects a statement with %s', (_what, sql) => {
    expect(problemOf(sql)).not.toBeNull();
  });

  it.each([
    'SELECT id FROM contacts WHERE tenant_id = :tenantId AND id = :id',
    'SELECT c.id FROM contacts c JOIN messages m ON m.tenant_id = c.tenant_id WHERE c.tenant_id = :tenantId',
    'SELECT (SELECT COUNT(*) FROM messages m WHERE m.tenant_id = c.tenant_id) FROM contacts c WHERE c.tenant_id = ?',
    'DELETE FROM contacts WHERE tenant_id = :tenantId AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.tenant_id = contacts.tenant_id)',
    'INSERT INTO events (tenant_id, seq) VALUES (:tenantId, :seq) ON DUPLICATE KEY UPDATE seq = VALUES(seq)',
    'UPDATE contacts SET name = :name WHERE (tenant_id, id) IN (:pairs)',
    "SELECT `c`.`id`, `m`.`id` AS `m.id` FROM `contacts` AS `c` LEFT OUTER JOIN `messages` AS `m` ON `c`.`id` = `m`.`id` AND `m`.`tenant_id` = X'0a' WHERE (`c`.`tenant_id` = X'0a' AND (`c`.`name` = 'O\\'Hara')) ORDER BY `c`.`id` DESC LIMIT 2",
    "DELETE FROM `contacts` WHERE (`tenant_id` = X'0a' AND (`id` = X'0b'))",
    'UPDATE `contacts` SET `name`=? WHERE (`tenant_id` = ? AND (`id` = ?))',
    'SELECT name FROM tenants WHERE id = :id',
    'INSERT INTO webhook_endpoints (`id`, `events`, `tenant_id`) VALUES (:id, :events, :tenantId)',
    '/* system: housekeeping */ DELETE FROM events WHERE created_at < :before LIMIT 10',
  ])('accepts %s', (sql) => {
    expect(problemOf(sql)).toBeNull();
  });
});
