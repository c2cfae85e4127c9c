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
});
