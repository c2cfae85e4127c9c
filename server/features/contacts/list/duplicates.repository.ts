import type { QueryContext } from '../../../kernel/context/context.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import { CONTACT_COLUMNS, type ContactView } from '../contact-view.ts';
import { withoutDistinct } from './distinct-contacts.repository.ts';

/** Contacts that may be the same person. Both searches walk an index, and read no more names or addresses than they show. */

/** Contacts of one group: a name or an address of more people is not one person. */
const GROUP_MAX = 20;
const GROUPS = 25;
/** Names with namesakes, or shared addresses, that are read at a time, in the order of the alphabet, and in one search. */
const NAMES = 2_000;
const NAMES_MAX = 20_000;
/** Equal last digits of two numbers: what remains of a number without its country, area and trunk codes. */
const DIGITS = 8;

/** Groups that were found; `isCut`: there may be more. */
interface Found {
  groups: ContactView[][];
  isCut: boolean;
}

/** Returns groups of contacts with the same email address, and whether there may be more. */
export async function sameEmail(ctx: QueryContext): Promise<Found> {
  const groups: ContactView[][] = [];
  let after = '';
  for (let read = 0; read < NAMES_MAX; read += NAMES) {
    const emails = await sharedEmails(ctx, after);
    const rows = emails.length === 0 ? [] : await withEmails(ctx, emails);
    groups.push(
      ...(await withoutDistinct(
        ctx,
        groupsOf(rows, ({ email }) => email?.toLowerCase() ?? null),
      )),
    );
    if (groups.length >= GROUPS) return { groups: groups.slice(0, GROUPS), isCut: true };
    if (emails.length < NAMES) return { groups, isCut: false };
    after = emails.at(-1) ?? '';
  }
  return { groups, isCut: true };
}

/** Returns the next addresses that more than one contact has. */
async function sharedEmails(ctx: QueryContext, after: string): Promise<string[]> {
  const rows = await select<{ email: string }>(
    ctx,
    `SELECT email FROM contacts FORCE INDEX (contacts_email)
     WHERE tenant_id = :tenantId AND email > :after GROUP BY email
     HAVING COUNT(*) BETWEEN 2 AND ${GROUP_MAX} ORDER BY email LIMIT ${NAMES}`,
    { after },
  );
  return rows.map(({ email }) => email);
}

function withEmails(ctx: QueryContext, emails: readonly string[]): Promise<ContactView[]> {
  return select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM contacts c FORCE INDEX (contacts_email)
     WHERE c.tenant_id = :tenantId AND c.email IN (:emails) ORDER BY c.email, c.id`,
    { emails: [...emails] },
  );
}

/**
 * Returns groups of contacts with the same name whose numbers end in the same digits, and whether there may be more:
 * after so many groups, or so many names, the search ends.
 */
export async function sameNameAndDigits(
  ctx: QueryContext,
  { names, max } = { names: NAMES, max: NAMES_MAX },
): Promise<Found> {
  const groups: ContactView[][] = [];
  let after = '';
  for (let read = 0; read < max; read += names) {
    const found = await sharedNames(ctx, after, names);
    groups.push(...(await withoutDistinct(ctx, await sameDigits(ctx, found))));
    if (groups.length >= GROUPS) return { groups: groups.slice(0, GROUPS), isCut: true };
    if (found.length < names) return { groups, isCut: false };
    after = found.at(-1) ?? '';
  }
  return { groups, isCut: true };
}

/** Returns the next names that more than one contact has. */
async function sharedNames(ctx: QueryContext, after: string, limit: number): Promise<string[]> {
  const rows = await select<{ name: string }>(
    ctx,
    `SELECT name_search AS name FROM contacts FORCE INDEX (contacts_name)
     WHERE tenant_id = :tenantId AND name_search > :after GROUP BY name_search
     HAVING COUNT(*) BETWEEN 2 AND ${GROUP_MAX} ORDER BY name_search LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ name }) => name);
}

async function sameDigits(ctx: QueryContext, names: readonly string[]): Promise<ContactView[][]> {
  if (names.length === 0) return [];
  const rows = await select<ContactView & { nameSearch: string }>(
    ctx,
    `SELECT ${CONTACT_COLUMNS}, c.name_search AS nameSearch FROM contacts c FORCE INDEX (contacts_name)
     WHERE c.tenant_id = :tenantId AND c.name_search IN (:names) AND c.phone IS NOT NULL
     ORDER BY c.name_search, c.id`,
    { names: [...names] },
  );
  return groupsOf(rows, ({ nameSearch, phone }) => `${phone?.slice(-DIGITS)} ${nameSearch}`);
}

function groupsOf<Row extends ContactView>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
