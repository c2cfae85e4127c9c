import type {
  BroadcastExclusion,
  BroadcastPause,
  BroadcastStatus,
  BroadcastWait,
  RecipientResult,
} from '../../../shared/domain/templates/broadcasts.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface BroadcastRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  status: BroadcastStatus;
  pauseReason: BroadcastPause | null;
  templateName: string;
  templateLanguage: string;
  /** As they were given, with the variables of contacts in their texts. */
  components: unknown;
  audienceKind: 'tag' | 'contacts' | 'all' | 'segment';
  audienceTag: string | null;
  /** The name and the filter (`ContactFilter`) that the segment had when the broadcast was created. */
  audienceSegment: string | null;
  audienceFilter: unknown;
  sendAt: Date | null;
  /** The local time of each person (as if it were UTC) at which they get it; then `sendAt` is when the first ones can. */
  localAt: Date | null;
  /** Whether every contact of the audience has its row; until then, `expandedTo` is the last one that has. */
  isExpanded: number;
  expandedTo: Buffer | null;
  /** `BroadcastCounts`, some seconds old. */
  counts: unknown;
  /** Failures that say that the platform holds back, as of the last time that the broadcast was resumed. */
  holdingFailures: number;
  /** Why nobody gets it right now while it runs, and until when. */
  waitReason: BroadcastWait | null;
  waitUntil: Date | null;
  /** It was resumed while the number's quality was low, and goes on until it is low the next time. */
  ignoresQuality: number;
  /** The number's quality is not high, so that it is sent more slowly. */
  isSlowed: number;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** The values of `state` of a person of an audience. */
export const RECIPIENT_STATE = { waiting: 0, excluded: 1, created: 2, again: 3 } as const;

/** A person of an audience, with the message. */
export interface RecipientView {
  contactId: Buffer;
  name: string;
  phone: string | null;
  state: number;
  reason: BroadcastExclusion | null;
  messageId: Buffer | null;
  status: Exclude<RecipientResult, 'waiting' | 'excluded'> | null;
  error: unknown;
  conversationId: Buffer | null;
  canRetry: number;
  replied: number;
}

export const broadcastModel = defineModel<BroadcastRow>('broadcasts', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  status: string(),
  pauseReason: string(),
  templateName: string(),
  templateLanguage: string(),
  components: json(),
  audienceKind: string(),
  audienceTag: string(),
  audienceSegment: string(),
  audienceFilter: json(),
  sendAt: time(),
  localAt: time(),
  isExpanded: integer(),
  expandedTo: key(),
  counts: json(),
  holdingFailures: integer(),
  waitReason: string(),
  waitUntil: time(),
  ignoresQuality: integer(),
  isSlowed: integer(),
  createdAt: time(),
  startedAt: time(),
  completedAt: time(),
});
