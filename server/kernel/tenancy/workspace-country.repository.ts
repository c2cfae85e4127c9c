import { type Country, CountrySchema } from '../../../shared/domain/country.ts';
import type { QueryContext } from '../context/context.ts';
import { run, select } from './rows.ts';

/** Returns the country of the workspace; null while none is chosen. */
export async function findCountry(ctx: QueryContext): Promise<Country | null> {
  const [row] = await select<{ country: string | null }>(
    ctx,
    'SELECT default_country AS country FROM tenants WHERE id = :tenantId',
  );
  return CountrySchema.nullable()
    .catch(null)
    .parse(row?.country ?? null);
}

/** Stores the country of a workspace that has none. */
export async function storeFirstCountry(ctx: QueryContext, country: Country): Promise<void> {
  await run(
    ctx,
    'UPDATE tenants SET default_country = :country WHERE id = :tenantId AND default_country IS NULL',
    { country },
  );
}
