import { expect, it } from 'vitest';
import {
  closeDrafts,
  discardDrafts,
  openDrafts,
  readDraft,
  saveDraft,
  saveTemplateDraft,
} from '../../renderer/features/inbox/composer/drafts.store.ts';
import { createLocalStore } from '../../renderer/lib/offline/local-store.ts';

it('SEC-47: signing out in a browser removes the drafts of this person, and of nobody else', () => {
  const disk = new Map<string, string>();
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
    key: (index: number) => [...disk.keys()][index] ?? null,
    get length() {
      return disk.size;
    },
  };
  const store = createLocalStore(() => storage as unknown as Storage);
  openDrafts(store, 'tenant.other');
  saveDraft('cv_1', 'of another person');
  closeDrafts();

  openDrafts(store, 'tenant.me');
  saveDraft('cv_1', 'the card number is');
  saveTemplateDraft('cv_2', { templateId: 'tpl_1', values: {} } as never);
  closeDrafts();
  openDrafts(store, 'tenant.me');
  saveDraft('cv_3', 'not yet written');
  expect([...disk.keys()].filter((key) => key.includes('tenant.me'))).toHaveLength(2);

  discardDrafts();
  // What the closing page does next.
  closeDrafts();
  expect([...disk.keys()]).toEqual(['switchboard.draft.tenant.other.cv_1']);
  expect(readDraft('cv_1')).toBe('');
});
