import {
  type Contact,
  type CreateContact,
  digitsOfSearch,
  type UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { paginationOf } from '../../kernel/http/pagination.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { ContactDirectory } from './contact-directory.ts';
import { presentContact } from './contacts.presenter.ts';
import { type ContactFilter, ContactsRepository } from './contacts.repository.ts';
import { containsName, containsPattern, foldForSearch } from './search-text.ts';

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
  return {
    async list(scope: TenantScope, query: ContactListQuery) {
      const repository = new ContactsRepository(database, scope);
      const filter = filterOf(query);
      const list = ['contacts', scope.tenantId, filter];
      const [after] = query.cursor ? cursors.read(list, query.cursor) : [];
      const place =
        after === undefined
          ? { offset: (query.page - 1) * query.limit }
          : { before: decodeId(String(after)) };
      const isFiltered = Object.values(filter).some((value) => value !== null);
      const [rows, total] = await Promise.all([
        repository.list(filter, { ...place, limit: query.limit + 1 }),
        isFiltered ? repository.countMatches(filter) : repository.countAll(),
      ]);
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

    create(scope: TenantScope, input: CreateContact): Promise<Contact> {
      return inUnitOfWork(scope, async (work) => {
        const now = new Date();
        const name = input.name ?? '';
        const row = {
          id: newKey(),
          name,
          phone: input.phone,
          email: input.email ?? null,
          tags: JSON.stringify(input.tags ?? []),
          status: 'cold' as const,
          createdAt: now,
          updatedAt: now,
        };
        await new ContactsRepository(database, scope, work.tx).insert({
          ...row,
          nameSearch: foldForSearch(name),
        });
        await new ContactDirectory(database, scope, work.tx).claimPhone(row.id, input.phone);
        const contact = presentContact(row);
        work.countContacts(1);
        work.record('contact.created', { contact });
        work.answers(contact);
        return contact;
      });
    },

    update(scope: TenantScope, id: string, input: UpdateContact): Promise<Contact> {
      const key = tryDecodeId('contact', id);
      if (!key) throw new AppError('contact_not_found');
      return inUnitOfWork(scope, async (work) => {
        const repository = new ContactsRepository(database, scope, work.tx);
        const before = await repository.lock(key);
        if (!before) throw new AppError('contact_not_found');
        if (Object.keys(input).length === 0) return presentContact(before);
        if (input.phone !== undefined && input.phone !== before.phone) {
          const directory = new ContactDirectory(database, scope, work.tx);
          if (before.phone !== null) await directory.leavePhone(before.phone, { evenAttested: false });
          await directory.claimPhone(key, input.phone);
        }
        const { tags, name, ...plain } = input;
        const changes = {
          ...plain,
          ...(name === undefined ? {} : { name, nameSearch: foldForSearch(name) }),
          ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
          updatedAt: new Date(),
        };
        await repository.update(key, changes);
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

function filterOf(query: ContactListQuery): ContactFilter {
  const term = query.search?.trim() ?? '';
  const digits = term ? digitsOfSearch(term) : null;
  return {
    name: term ? containsName(term) : null,
    phone: digits ? containsPattern(digits) : null,
    status: query.status ?? null,
  };
}
