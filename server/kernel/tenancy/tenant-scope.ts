declare const minted: unique symbol;

/**
 * The right to touch one tenant's rows. It cannot be made up: only `mintTenantScope` makes one, and
 * only the doors that have just proved who is asking may import that (checked by `scope-minting`).
 */
export interface TenantScope {
  readonly [minted]: true;
  readonly tenantId: string;
  /** The tenant's id as stored. */
  readonly key: Buffer;
}
