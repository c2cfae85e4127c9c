import type { ReplayState } from '../../../shared/domain/rehearsal/replay.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface ReplayRow {
  id: Buffer;
  tenantId: Buffer;
  /** `ReplayChanges`. */
  changes: unknown;
  state: ReplayState;
  /** Conversations to read, and those that were read. */
  conversations: number;
  readCount: number;
  isComplete: number;
  createdAt: Date;
  endedAt: Date | null;
}

export const replayModel = defineModel<ReplayRow>('replays', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  changes: json(),
  state: string(),
  conversations: integer(),
  readCount: integer(),
  isComplete: integer(),
  createdAt: time(),
  endedAt: time(),
});
