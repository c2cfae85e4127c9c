import type { Database } from '../../db/database.ts';
import { isMissingTable } from '../../db/database-errors.ts';
import { OperatorError } from '../../db/local-mariadb/index.ts';
import { createKeyring, type Keyring, keyringOf } from './keyring.ts';

const CONTEXT = 'secret-key-check';
const PLAIN = 'switchboard';

/**
 * Checks that SECRET_KEY, or one of SECRET_KEY_PREVIOUS, is the key that this database is used with. The first server
 * of a database stores a sealed value for it.
 * @throws {OperatorError} `secret_key_differs`
 */
export async function requireDatabaseKey(database: Database, keyring: Keyring): Promise<void> {
  await database.run(
    `INSERT INTO secret_key_check (id, sealed, created_at) VALUES (1, :sealed, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE id = id`,
    { sealed: keyring.seal(PLAIN, CONTEXT) },
  );
  const sealed = await storedValue(database);
  if (sealed === undefined || !opens(keyring, sealed)) throw differs();
}

/**
 * Checks that SECRET_KEY alone opens what this database holds: a backup keeps this key. Writes nothing, and accepts a database
 * that has no stored value yet.
 * @throws {OperatorError} `secret_key_differs`, also while a rotation is unfinished.
 */
export async function requireKeyOfBackup(
  database: Database,
  config: { secretKey: string; previousSecretKeys: readonly string[] },
): Promise<void> {
  const sealed = await storedValue(database).catch((error: unknown) => {
    if (isMissingTable(error)) return undefined;
    throw error;
  });
  if (sealed === undefined || opens(createKeyring(config.secretKey), sealed)) return;
  if (!opens(keyringOf(config), sealed)) throw differs();
  throw new OperatorError(
    'secret_key_differs',
    'Some secrets are still sealed with a key of SECRET_KEY_PREVIOUS, which a backup does not keep. Run `npm run -s admin -- secret-key rotate` first.',
  );
}

function opens(keyring: Keyring, sealed: Buffer): boolean {
  try {
    return keyring.open(sealed, CONTEXT) === PLAIN;
  } catch {
    return false;
  }
}

/** Seals the stored value with the current key, once every stored secret is. Repeatable. */
export async function resealDatabaseKey(database: Database, keyring: Keyring): Promise<void> {
  const sealed = await storedValue(database);
  const fresh = sealed && keyring.reseal(sealed, CONTEXT);
  if (fresh)
    await database.run('UPDATE secret_key_check SET sealed = :fresh WHERE sealed = :sealed', {
      fresh,
      sealed,
    });
}

/** Makes the current key the one of this database, whatever it was: for an operator whose key is lost. */
export async function adoptDatabaseKey(database: Database, keyring: Keyring): Promise<void> {
  await database.run('UPDATE secret_key_check SET sealed = :fresh WHERE id = 1', {
    fresh: keyring.seal(PLAIN, CONTEXT),
  });
}

async function storedValue(database: Database): Promise<Buffer | undefined> {
  const [row] = await database.select<{ sealed: Buffer }>('SELECT sealed FROM secret_key_check WHERE id = 1');
  return row?.sealed;
}

function differs(): OperatorError {
  return new OperatorError(
    'secret_key_differs',
    'SECRET_KEY is not the key that this database was used with. Restore the key (DATA_DIR/secret-key, or SECRET_KEY), or add it to SECRET_KEY_PREVIOUS. If it is lost: `npm run -s admin -- secret-key adopt`; stored credentials and API keys must then be replaced.',
  );
}
