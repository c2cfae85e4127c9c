import type { WebhookListenerAnswer } from '../../../shared/domain/webhooks/webhook-values.ts';
import { bytes, defineModel, integer, key, string, time } from '../define-model.ts';

export interface WebhookEndpointRow {
  id: Buffer;
  tenantId: Buffer;
  /** 0 to 19. The unique (tenant, slot) enforces the limit. */
  slot: number;
  url: string;
  description: string;
  /** Comma-separated event types. */
  events: string;
  /** Encrypted JSON, newest first. */
  secrets: Buffer;
  /** Encrypted JSON: name to value. */
  headers: Buffer;
  timeoutSeconds: number;
  maxPerSecond: number | null;
  apiVersion: string;
  state: 'active' | 'failing' | 'paused' | 'disabled';
  whilePaused: 'hold' | 'drop' | null;
  stateReason: string | null;
  stateSince: Date;
  failures: number;
  failingSince: Date | null;
  /** Time of the first event that failed since the last success. */
  failingEventAt: Date | null;
  failingConfirmed: number;
  restingUntil: Date | null;
  /** When owners were last mailed that it fails. */
  failingMailedAt: Date | null;
  lastDeliveryAt: Date | null;
  lastDeliveryOk: number | null;
  lastDeliveryMs: number | null;
  createdBy: Buffer | null;
  createdAt: Date;
  /** The tenant's event number when the endpoint was created: it receives events with a greater one. */
  createdSeq: number;
  /** 1: the test listener of the workspace, which has at most one. */
  listener: number | null;
  listenerAnswer: WebhookListenerAnswer | null;
  /** When a test listener is removed. */
  expiresAt: Date | null;
}

export const webhookEndpointModel = defineModel<WebhookEndpointRow>('webhook_endpoints', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  slot: integer(),
  url: string(),
  description: string(),
  events: string(),
  secrets: bytes(),
  headers: bytes(),
  timeoutSeconds: integer(),
  maxPerSecond: integer(),
  apiVersion: string(),
  state: string(),
  whilePaused: string(),
  stateReason: string(),
  stateSince: time(),
  failures: integer(),
  failingSince: time(),
  failingEventAt: time(),
  failingConfirmed: integer(),
  restingUntil: time(),
  failingMailedAt: time(),
  lastDeliveryAt: time(),
  lastDeliveryOk: integer(),
  lastDeliveryMs: integer(),
  createdBy: key(),
  createdAt: time(),
  createdSeq: integer(),
  listener: integer(),
  listenerAnswer: string(),
  expiresAt: time(),
});
