import { canonicalKey, waIdFor } from '../numbers/wa-id.ts';
import type { Hub } from '../state/hub.ts';
import type { Customer } from '../state/model.ts';
import type { Store } from '../state/store.ts';

export interface People {
  get(waId: string): Customer | undefined;
  /** Returns the person with a dialled number, in any national format, or with a business-scoped user id. */
  find(dialled: string): Customer | undefined;
  /** Like `find`, but creates a person with the platform's id for that number if there is none. */
  findOrAdd(dialled: string): Customer;
  /** Creates or changes a person. `waId` is stored unchanged. */
  save(waId: string, change: Partial<Omit<Customer, 'waId'>>): Customer;
}

/** Creates the directory of people on the platform. */
export function createPeople(store: Store, hub: Hub): People {
  const people: People = {
    get: (waId) => store.customer.get(waId),
    find(dialled) {
      const exact = store.customer.get(dialled);
      if (exact) return exact;
      const key = canonicalKey(dialled);
      for (const customer of store.customer.values()) {
        if (canonicalKey(customer.waId) === key || customer.userId === dialled) return customer;
      }
      return undefined;
    },
    findOrAdd: (dialled) => people.find(dialled) ?? people.save(waIdFor(dialled), {}),
    save(waId, change) {
      const unnamed = { waId, name: `+${waId}`, phoneOff: false, userId: null, phoneHidden: false };
      const customer = store.customer.put(waId, { ...unnamed, ...store.customer.get(waId), ...change });
      hub.emit({ type: 'customer', customer });
      return customer;
    },
  };
  return people;
}
