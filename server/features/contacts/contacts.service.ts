import {
  type Contact,
  type CreateContact,
  digitsOfSearch,
  type UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { needsCountry } from '../../../shared/domain/phone.ts';
import type { Database } from '../../db/database.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { paginationOf } from '../../kernel/http/pagination.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { phoneInCountry, phoneToStore } from '../../kernel/tenancy/workspace-country.ts';
import { ContactChanges } from './contact-changes.ts';
import { ContactDirectory } from './contact-directory.ts';
import { ContactSearchRepository } from './contact-search.repository.ts';
import type { SearchTerms } from './contact-search-source.ts';
import { presentContact } from './contacts.presenter.ts';
import { ContactsRepository } from './contacts.repository.ts';
import { foldForSearch } from './search-text.ts';

export interface ContactListQuery {
  search?: string | undefined;
  status?: Contact['status'] | undefined;
  page: number;
  limit: number;
  cursor?: string | undefined;
}

export interface ContactsDeps {
  database: Database;
  inUnitOfWork: UnitOfWork;
  cursors: Cursors;
  /** A flow: the contact goes with its conversation, messages and media. */
  deleteContact(scope: TenantScope, id: Buffer): Promise<void>;
}

export type ContactsService = ReturnType<typeof createContactsService>;

export function createContactsService({ database, inUnitOfWork, cursors, deleteContact }: ContactsDeps) {
  /** Returns what is to be found; null when there is nothing to look for, or only marks that folding drops. */
  async function termsOf(scope: TenantScope, search: string): Promise<SearchTerms | null> {
    const name = foldForSearch(search.trim());
    if (name === '') return null;
    const digits = digitsOfSearch(search);
    // Digits that are part of the stored number are found as they are; a trunk 0 or 8 is not part of it.
    const national = needsCountry(search) ? await phoneInCountry({ db: database, scope }, search) : null;
    const isPart = national === null || (digits !== null && national.endsWith(digits));
    return { name, phone: isPart ? digits : national };
  }

  return {
    async list(scope: TenantScope, query: ContactListQuery) {
      const terms = await termsOf(scope, query.search ?? '');
      const status = query.status ?? null;
      const list = ['contacts', scope.tenantId, terms, status];
      const [after] = query.cursor ? cursors.read(list, query.cursor) : [];
      const start =
        after === undefined
          ? { offset: (query.page - 1) * query.limit }
          : { before: decodeId(String(after)) };
      const place = { ...start, limit: query.limit + 1 };
      const repository = new ContactsRepository(database, scope);
      const isFiltered = terms !== null || status !== null;
      const listed = async () => {
        const [rows, matches] = await Promise.all([
          repository.list(status, place),
          status === null ? repository.countAll() : repository.countStatus(status),
        ]);
        return { rows, matches };
      };
      const { rows, matches: total } = terms
        ? await new ContactSearchRepository(database, scope).find(terms, status, place)
        : await listed();
      const data = rows.slice(0, query.limit).map(presentContact);
      const last = data.at(-1);
      const nextCursor = rows.length > query.limit && last ? cursors.write(list, [last.id]) : null;
      return { data, pagination: paginationOf(query, { total, isExact: !isFiltered }, nextCursor) };
    },

    async get(scope: TenantScope, id: string): Promise<Contact> {
      const key = tryDecodeId('contact', id);
      const row = key && (await new ContactsRepository(database, scope).find(key));
      if (!row) throw new AppError('contact_not_found');
      return presentContact(row);
    },

    create(ctx: Context, input: CreateContact): Promise<Contact> {
      const { scope } = ctx;
      return inTransaction(ctx, async (work) => {
        const now = ctx.clock.now();
        const phone = await phoneToStore({ db: database, scope, tx: work.tx }, input.phone);
        const name = input.name ?? '';
        const row = {
          id: newKey(),
          name,
          nameSearch: foldForSearch(name),
          phone,
          email: input.email ?? null,
          tags: JSON.stringify(input.tags ?? []),
          status: 'cold' as const,
          createdAt: now,
          updatedAt: now,
        };
        await new ContactChanges(database, scope, work).add(row);
        await new ContactDirectory(database, scope, work.tx).claimPhone(row.id, phone);
        const contact = presentContact(row);
        work.record('contact.created', { contact });
        work.answers(contact);
        return contact;
      });
    },

    update(scope: TenantScope, id: string, input: UpdateContact): Promise<Contact> {
      const key = tryDecodeId('contact', id);
      if (!key) throw new AppError('contact_not_found');
      return inUnitOfWork(scope, async (work) => {
        const before = await new ContactsRepository(database, scope, work.tx).lock(key);
        if (!before) throw new AppError('contact_not_found');
        if (Object.keys(input).length === 0) return presentContact(before);
        const { tags, name, phone: typed, ...plain } = input;
        const phone =
          typed === undefined ? undefined : await phoneToStore({ db: database, scope, tx: work.tx }, typed);
        if (phone !== undefined && phone !== before.phone) {
          const directory = new ContactDirectory(database, scope, work.tx);
          if (before.phone !== null) await directory.leavePhone(before.phone, { evenAttested: false });
          await directory.claimPhone(key, phone);
        }
        const changes = {
          ...plain,
          ...(phone === undefined ? {} : { phone }),
          ...(name === undefined ? {} : { name, nameSearch: foldForSearch(name) }),
          ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
          updatedAt: new Date(),
        };
        await new ContactChanges(database, scope, work).update(before, changes);
        const contact = presentContact({ ...before, ...changes });
        work.record('contact.updated', { contact });
        return contact;
      });
    },

    async remove(scope: TenantScope, id: string): Promise<{ id: string; deleted: true }> {
      const key = tryDecodeId('contact', id);
      if (!key) throw new AppError('contact_not_found');
      await deleteContact(scope, key);
      return { id: encodeId('contact', key), deleted: true };
    },
  };
}
