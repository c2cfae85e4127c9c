import { timingSafeEqual } from 'node:crypto';
import type { MediaAddress } from '../../../shared/contract/media.contract.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import { encodeId, tryDecodeId, tryDecodeTenantId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** The original file or its thumbnail. */
export type MediaVariant = 'file' | 'small';

/** Addresses change every half hour, so that browsers can cache files, and are valid for another one. */
const STEP_SECONDS = 30 * 60;

/** The contents of a signed address. */
export interface SignedPath {
  tenantId: Buffer;
  id: Buffer;
  variant: MediaVariant;
  expiresAt: Date;
}

/**
 * Returns the addresses of a file and its thumbnail, as paths on this server. Anyone who has an address can
 * read this file, and nothing else, until it expires.
 */
export function mediaAddress(
  { keyring, clock, scope }: Pick<Context, 'keyring' | 'clock' | 'scope'>,
  { id, thumbnailKey }: { id: Buffer; thumbnailKey: string | null },
): MediaAddress {
  const expires = (Math.floor(clock.now().getTime() / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS;
  const name = encodeId('media', id);
  return {
    id: name,
    url: pathOf(keyring, scope, name, 'file', expires),
    thumbnailUrl: thumbnailKey === null ? null : pathOf(keyring, scope, name, 'small', expires),
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** Returns the contents of an address; null when it was not signed by us or has expired. */
export function readMediaAddress(
  { keyring, clock }: Pick<Context, 'keyring' | 'clock'>,
  path: { tenantId: string; id: string },
  query: Readonly<Record<string, unknown>>,
): SignedPath | null {
  const { v: variant, e: expires, s: signature } = query;
  if (variant !== 'file' && variant !== 'small') return null;
  if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string')
    return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(keyring, path.tenantId, path.id, variant, expires);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const expiresAt = new Date(Number(expires) * 1000);
  const tenantId = tryDecodeTenantId(path.tenantId);
  const id = tryDecodeId('media', path.id);
  if (!tenantId || !id || expiresAt.getTime() <= clock.now().getTime()) return null;
  return { tenantId, id, variant, expiresAt };
}

function pathOf(
  keyring: Keyring,
  scope: TenantScope,
  id: string,
  variant: MediaVariant,
  expires: number,
): string {
  const signature = signatureOf(keyring, scope.tenantId, id, variant, String(expires)).toString('base64url');
  const path = `/media/${scope.tenantId}/${id}`;
  return `${path}?v=${variant}&e=${expires}&s=${signature}`;
}

function signatureOf(
  keyring: Keyring,
  tenantId: string,
  id: string,
  variant: string,
  expires: string,
): Buffer {
  return keyring.signAddress(['media', tenantId, id, variant, expires].join('\n'));
}
