import type { ReplayState } from '../../../shared/domain/rehearsal/replay.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface DraftReplayRow {
  id: Buffer;
  tenantId: Buffer;
  model: string;
  /** `ReplayChanges`. */
  changes: unknown;
  messagesMax: number;
  state: ReplayState;
  isComplete: number;
  createdAt: Date;
  endedAt: Date | null;
}

export const draftReplayModel = defineModel<DraftReplayRow>('draft_replays', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  model: string(),
  changes: json(),
  messagesMax: integer(),
  state: string(),
  isComplete: integer(),
  createdAt: time(),
  endedAt: time(),
});
