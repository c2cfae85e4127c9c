declare const minted: unique symbol;

/**
 * Grants access to one tenant's rows. Only `mintTenantScope` creates one, and only the entry points that have just
 * authenticated the caller may import it (checked by `scope-minting`).
 */
export interface TenantScope {
  readonly [minted]: true;
  readonly tenantId: string;
  /** The tenant's id as stored. */
  readonly key: Buffer;
}
