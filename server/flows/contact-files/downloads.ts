import { timingSafeEqual } from 'node:crypto';
import express, { type Response, type Router } from 'express';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { csvLine } from '../../../shared/domain/contacts/csv-line.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import { type ContactListQuery, listContacts, listFields } from '../../features/contacts/index.ts';
import { getSegment } from '../../features/segments/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { drained } from '../../kernel/http/drained.ts';
import { tryDecodeId, tryDecodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { readProblemRows } from './contact-imports.repository.ts';
import { findImport } from './contact-imports.service.ts';

/**
 * Files that are made while they are downloaded. Their addresses are signed and valid for minutes, so that a browser
 * stores the file itself; anyone with one can read this file and nothing else.
 */

type Filter = Omit<ContactListQuery, 'page' | 'limit' | 'cursor' | 'ids'> & {
  contacts?: string[] | undefined;
};

/** What an address stands for. */
type Wanted = { kind: 'contacts'; filter: Filter } | { kind: 'rejected'; id: string };

const VALID_MS = 5 * 60_000;
const PAGE = 500;
/** So that a spreadsheet reads it as UTF-8. */
const MARK = '\ufeff';

/** Returns the address of all contacts that pass a filter; the export is recorded in the audit log. */
export async function exportContacts(
  ctx: Context,
  { segment, ...given }: Filter & { segment?: string | undefined },
) {
  const named = segment === undefined ? null : await getSegment(ctx, segment);
  const filter = { ...given, ...(named && { within: named.filter }) };
  await inTransaction(ctx, async (ctx) => {
    const { search, contacts, ...parts } = given;
    const names = [
      ...(named ? [`segment=${named.name}`] : []),
      ...(search === undefined ? [] : ['search']),
      ...(contacts ? [`contacts=${contacts.length}`] : []),
      ...Object.entries(parts).map(([name, value]) => `${name}=${value}`),
    ];
    const target = { kind: 'workspace' as const, id: ctx.scope.tenantId, label: names.join(', ') || 'all' };
    await ctx.audit({ action: 'contacts.exported', target });
  });
  return addressOf(ctx, { kind: 'contacts', filter });
}

/** Returns the address of an import's rows with problems. @throws {AppError} contact_import_not_found */
export async function rejectedRows(ctx: Context, id: string) {
  await findImport(ctx, id);
  return addressOf(ctx, { kind: 'rejected', id });
}

function addressOf(ctx: Context, wanted: Wanted): { url: string; expiresAt: string } {
  const expires = ctx.clock.now().getTime() + VALID_MS;
  const what = Buffer.from(JSON.stringify(wanted)).toString('base64url');
  const path = [ctx.scope.tenantId, String(expires), what];
  const signature = ctx.keyring.signAddress(['download', ...path].join('\n')).toString('base64url');
  return { url: `/downloads/${[...path, signature].join('/')}`, expiresAt: new Date(expires).toISOString() };
}

/** Returns the router of `GET /downloads/<workspace>/<time>/<what>/<signature>`. */
export function downloadsRouter(resources: Resources): Router {
  const router = express.Router();
  router.get('/:tenantId/:expires/:what/:signature', async (req, res) => {
    const { tenantId, expires, what, signature } = req.params;
    const expected = resources.keyring.signAddress(['download', tenantId, expires, what].join('\n'));
    const given = Buffer.from(signature, 'base64url');
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    const key = tryDecodeTenantId(tenantId);
    if (!isOurs || !key || Number(expires) <= resources.clock.now().getTime())
      throw new AppError('forbidden', {
        message: 'This file address is wrong or has expired. Request a new one.',
      });
    const wanted = JSON.parse(Buffer.from(what, 'base64url').toString()) as Wanted;
    const ctx = operatorContext(resources, mintTenantScope(key));
    const rows =
      wanted.kind === 'contacts' ? contactRows(ctx, wanted.filter) : await rejected(ctx, wanted.id);
    const day = resources.clock.now().toISOString().slice(0, 10);
    const name = wanted.kind === 'contacts' ? 'contacts' : 'rejected-rows';
    await send(res, `${name}-${day}.csv`, rows);
  });
  return router;
}

/** Sends rows as a file. What fails before its first part is answered as an error, and not as a file with an error in it. */
async function send(res: Response, name: string, rows: AsyncIterable<readonly string[]>): Promise<void> {
  let text = MARK;
  for await (const row of rows) {
    text += csvLine(row);
    if (text.length < 64 * 1024) continue;
    if (res.destroyed) return;
    if (!res.headersSent) nameFile(res, name);
    if (!res.write(text) && !res.destroyed) await drained(res);
    text = '';
  }
  if (!res.headersSent) nameFile(res, name);
  res.end(text);
}

function nameFile(res: Response, name: string): void {
  res.attachment(name);
  res.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
}

async function* contactRows(ctx: Context, { contacts, ...filter }: Filter): AsyncGenerator<string[]> {
  const { data: fields } = await listFields(ctx);
  const own = ['Name', 'Phone', 'Email', 'Status', 'Tags', 'Marketing', 'Marketing since', 'Blocked'];
  yield [...own, 'Created', 'Changed', ...fields.map(({ name }) => name)];
  const ids = contacts?.flatMap((id) => tryDecodeId('contact', id) ?? []);
  for (let cursor: string | undefined; ; ) {
    const page = await listContacts(ctx, { ...filter, ids, page: 1, limit: PAGE, cursor });
    for (const contact of page.data) yield cellsOf(contact, fields);
    if (page.pagination.nextCursor === null) return;
    cursor = page.pagination.nextCursor;
  }
}

function cellsOf(contact: Contact, fields: readonly { key: string }[]): string[] {
  const { name, phone, email, status, tags, marketing, marketingAt, blocked, attributes } = contact;
  return [
    ...[name, phone === null ? '' : `+${phone}`, email ?? '', status, tags.join(', ')],
    ...[
      marketing === 'unknown' ? '' : marketing,
      marketingAt ?? '',
      blocked ? 'yes' : 'no',
      contact.createdAt,
      contact.updatedAt,
    ],
    ...fields.map(({ key }) => String(attributes[key] ?? '')),
  ];
}

/** Returns the rows with problems under the columns of their file, with the line and what is wrong in front. */
async function rejected(ctx: Context, id: string): Promise<AsyncGenerator<string[]>> {
  const row = await findImport(ctx, id);
  const columns = asJson<{ name: string }[]>(row.columnsJson).map(({ name }) => name);
  return (async function* () {
    yield ['Line', 'Problem', ...columns];
    for (let after = 0; ; ) {
      const rows = await readProblemRows(ctx, row.id, { after, limit: PAGE });
      for (const { line, cells, problems, position } of rows) {
        const texts = (problems ?? []).map(({ column, message }) =>
          column === null ? message : `${columns[column] || `Column ${column + 1}`} ${message}`,
        );
        yield [String(line), texts.join('; '), ...cells];
        after = position;
      }
      if (rows.length < PAGE) return;
    }
  })();
}
