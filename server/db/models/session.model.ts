import { defineModel, digest, key, string, time } from '../define-model.ts';

export interface SessionRow {
  id: Buffer;
  tenantId: Buffer;
  userId: Buffer;
  tokenHash: Buffer;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  /** When the person last entered their password in this session. */
  confirmedAt: Date | null;
}

export const sessionModel = defineModel<SessionRow>('sessions', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  userId: key(),
  tokenHash: digest(),
  userAgent: string(),
  createdAt: time(),
  lastSeenAt: time(),
  expiresAt: time(),
  confirmedAt: time(),
});
