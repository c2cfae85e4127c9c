import { randomBytes } from 'node:crypto';
import type { Clock } from '../state/clock.ts';
import type { Store } from '../state/store.ts';
import type { NewTemplate, Template } from './template.ts';

/** Milliseconds for which the name of a deleted approved template cannot be reused. */
const blockedMs = 30 * 24 * 60 * 60 * 1000;

/** The templates of every business account. */
export interface Catalogue {
  /** Returns the templates of one account, newest first, without deleted ones. */
  of(wabaId: string): Template[];
  get(id: string): Template | undefined;
  find(wabaId: string, name: string, language: string): Template | undefined;
  isBlocked(wabaId: string, name: string): boolean;
  add(template: NewTemplate & Partial<Pick<Template, 'status' | 'quality' | 'rejectedReason'>>): Template;
  change(id: string, values: Partial<Omit<Template, 'id' | 'wabaId'>>): Template;
  /** Removes it from the list. A name that was approved stays blocked. */
  remove(template: Template): void;
}

export function createCatalogue(store: Store, clock: Clock): Catalogue {
  const catalogue: Catalogue = {
    of: (wabaId) =>
      [...store.template.values()]
        .filter((one) => one.wabaId === wabaId && one.status !== 'DELETED')
        .reverse(),
    get(id) {
      const found = store.template.get(id);
      return found?.status === 'DELETED' ? undefined : found;
    },
    find: (wabaId, name, language) =>
      catalogue.of(wabaId).find((one) => one.name === name && one.language === language),
    isBlocked: (wabaId, name) =>
      [...store.template.values()].some(
        (one) =>
          one.wabaId === wabaId &&
          one.name === name &&
          one.deletedAt !== null &&
          clock.now() - one.deletedAt < blockedMs,
      ),
    add: (given) => store.template.put(...rowOf(given, clock.now())),
    change(id, values) {
      const before = store.template.get(id);
      if (!before) throw new Error(`There is no template ${id}.`);
      return store.template.put(id, { ...before, ...values });
    },
    remove(template) {
      const wasApproved = template.status === 'APPROVED';
      catalogue.change(template.id, { status: 'DELETED', deletedAt: wasApproved ? clock.now() : null });
    },
  };
  return catalogue;
}

function rowOf(given: Parameters<Catalogue['add']>[0], now: number): [string, Template] {
  const id = `7${String(randomBytes(6).readUIntBE(0, 6)).padStart(14, '0').slice(-14)}`;
  const fresh = { status: 'PENDING', quality: 'UNKNOWN', rejectedReason: 'NONE' } as const;
  return [id, { ...fresh, ...given, id, previousCategory: null, createdAt: now, deletedAt: null }];
}
