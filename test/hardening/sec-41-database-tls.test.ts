import { expect, it } from 'vitest';
import { hasPlainRemoteDatabase } from '../../server/db/require-database.ts';
import { withTls } from '../../server/db/tls.ts';

it.each([
  ['mysql://a:b@localhost:3306/switchboard', false],
  ['mysql://a:b@127.0.0.1:3306/switchboard', false],
  ['mysql://a:b@[::1]:3306/switchboard', false],
  ['mysql://a:b@db.internal/switchboard', true],
  ['mysql://a:b@10.0.0.5:3306/switchboard', true],
  ['mysql://a:b@db.internal/switchboard?ssl=true', false],
  ['mysql://a:b@db.internal/switchboard?ssl=false', true],
])('SEC-41: the server warns about %s: %s', (url, isWarned) => {
  expect(hasPlainRemoteDatabase(url)).toBe(isWarned);
});

it('SEC-41: ssl=true checks the certificate on every connection', () => {
  const { uri, ssl } = withTls('mysql://a:b@db.internal/switchboard?ssl=true&connectTimeout=5');
  expect(ssl).toEqual({ rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  expect(uri).toBe('mysql://a:b@db.internal/switchboard?connectTimeout=5');
  expect(withTls('mysql://a:b@db.internal/switchboard').ssl).toBeUndefined();
  expect(() => withTls('mysql://a:b@db.internal/x?ssl=yes')).toThrow(/ssl=true/);
});
