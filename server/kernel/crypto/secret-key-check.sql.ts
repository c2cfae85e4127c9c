import type { Database } from '../../db/database.ts';
import { OperatorError } from '../../db/local-mariadb/index.ts';
import type { Keyring } from './keyring.ts';

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
  try {
    if (sealed && keyring.open(sealed, CONTEXT) === PLAIN) return;
  } catch (error) {
    throw differs(error);
  }
  throw differs(null);
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

function differs(cause: unknown): OperatorError {
  return new OperatorError(
    'secret_key_differs',
    'SECRET_KEY is not the key that this database was used with. Restore the key (DATA_DIR/secret-key, or SECRET_KEY), or add it to SECRET_KEY_PREVIOUS. If it is lost: `npm run -s admin -- secret-key adopt`; stored credentials and API keys must then be replaced.',
    { cause },
  );
}
