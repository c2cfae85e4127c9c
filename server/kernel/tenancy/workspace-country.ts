import { type Country, CountrySchema } from '../../../shared/domain/country.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { countryOfPhone, nationalDigits, needsCountry, readPhone } from '../../../shared/domain/phone.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { TenantScope } from './tenant-scope.ts';

/** Returns the country of a workspace; null while none is chosen. */
export async function countryOf(
  database: Database,
  scope: TenantScope,
  tx?: Transaction,
): Promise<Country | null> {
  const [row] = await database.select<{ country: string | null }>(
    'SELECT default_country AS country FROM tenants WHERE id = :tenantId',
    { tenantId: scope.key },
    tx,
  );
  return CountrySchema.nullable()
    .catch(null)
    .parse(row?.country ?? null);
}

/**
 * Returns the digits to store for a phone number as a caller typed it, read in the country of the workspace.
 * @throws {AppError} validation_failed on `phone` when no country can have the number.
 */
export async function phoneToStore(
  database: Database,
  scope: TenantScope,
  typed: string,
  tx?: Transaction,
): Promise<string> {
  const country = needsCountry(typed) ? await countryOf(database, scope, tx) : null;
  const reading = readPhone(typed, { country });
  if ('digits' in reading) return reading.digits;
  throw new AppError('validation_failed', { details: [{ path: 'phone', message: reading.fault }] });
}

/**
 * Returns the digits under which a contact may be stored who was asked for by a number in national form; null when
 * the reference is none, or the workspace has no country.
 */
export async function phoneInCountry(
  database: Database,
  scope: TenantScope,
  reference: string,
  tx?: Transaction,
): Promise<string | null> {
  if (!/^[\s().\-\d]{4,40}$/.test(reference)) return null;
  const country = await countryOf(database, scope, tx);
  return country && nationalDigits(reference, country);
}

/**
 * Gives a workspace without a country that of its connected number, as the platform writes it. A number whose
 * country is not certain changes nothing.
 */
export async function adoptCountryOf(
  database: Database,
  scope: TenantScope,
  connectedNumber: string,
  tx?: Transaction,
): Promise<void> {
  const country = countryOfPhone(connectedNumber);
  if (country === null) return;
  await database.run(
    'UPDATE tenants SET default_country = :country WHERE id = :tenantId AND default_country IS NULL',
    { country, tenantId: scope.key },
    tx,
  );
}
