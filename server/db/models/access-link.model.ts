import type { Role } from '../../../shared/domain/roles.ts';
import { defineModel, digest, key, string, time } from '../define-model.ts';

/** A link that works once. Its token is stored only as a fingerprint. */
export interface AccessLinkRow {
  id: Buffer;
  tenantId: Buffer;
  kind: 'invitation' | 'reset';
  tokenHash: Buffer;
  email: string;
  /** The role of the invited person; null for a reset. */
  role: Role | null;
  /** The member whose password may be reset; null for an invitation. */
  userId: Buffer | null;
  /** The member who created it; null for the operator, and for links from before this was stored. */
  createdById: Buffer | null;
  createdByName: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export const accessLinkModel = defineModel<AccessLinkRow>('access_links', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  kind: string(),
  tokenHash: digest(),
  email: string(),
  role: string(),
  userId: key(),
  createdById: key(),
  createdByName: string(),
  createdAt: time(),
  expiresAt: time(),
  usedAt: time(),
});
