import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface SavedViewRow {
  id: Buffer;
  tenantId: Buffer;
  /** Whose view it is; null: the team's. */
  ownerId: Buffer | null;
  name: string;
  /** `SavedViewFilter`. */
  filter: unknown;
  /** Its place among the views of its owner; views in the same place are in the order of their names. */
  position: number;
  createdAt: Date;
}

export const savedViewModel = defineModel<SavedViewRow>('saved_views', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  ownerId: key(),
  name: string(),
  filter: json(),
  position: integer(),
  createdAt: time(),
});
