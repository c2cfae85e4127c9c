// The writes of many or known contacts of the floor: the statements of the API in the same order and transactions.

import * as sql from './statements.mjs';
import { newKey, record } from './writes.mjs';

const SUFFIXES_PER_INSERT = 2_000;

/** @param {{tenant: Buffer, transaction: Function}} context */
export function contactWrites({ tenant, transaction }) {
  return {
    upsert: ({ argument, body }) =>
      transaction(async (step) => {
        const values = { tenantId: tenant, lookup: argument, kind: 'phone', contacts: 0, now: new Date() };
        const [identity] = await step(sql.findIdentity, values);
        values.contactId = identity.contactId;
        const [contact] = await step(sql.lockContact, values);
        await step(sql.changeEmail, { ...values, email: body.email });
        const changes = [{ field: 'email', before: contact.email ?? '', after: body.email }];
        await step(sql.insertHistory, { ...values, id: newKey(), changes: JSON.stringify(changes) });
        const changed = { ...contact, id: contact.id.toString('hex'), email: body.email };
        await record(step, { ...values, event: 'contact.updated' }, { contact: changed });
        return changed;
      }),
    batch: ({ body }) =>
      transaction(async (step) => {
        const now = new Date();
        const values = { tenantId: tenant, now };
        const rows = body.contacts.map((contact) => ({ ...contact, id: newKey() }));
        const many = (head, list, rest = '') => insertMany(step, head, list, rest);
        await step(sql.findCountry, values);
        const names = rows.map((_, index) => `:p${index}`).join(', ');
        const phones = Object.fromEntries(rows.map(({ phone }, index) => [`p${index}`, phone]));
        await step(sql.findIdentities(names), { ...values, ...phones }, { asText: true });
        await many(
          sql.insertContacts,
          rows.map(({ id, name, phone, email, tags }) => [
            ...[id, tenant, name, name.toLowerCase(), phone, email, JSON.stringify(tags)],
            ...['cold', 'unknown', null, null, 0, null, now, now],
          ]),
        );
        await many(
          sql.insertTags,
          rows.flatMap(({ id, tags }) => tags.map((tag) => [tenant, tag, id])),
          sql.keepTags,
        );
        const [first] = await step(sql.blockOf, { ...values, id: rows[0].id });
        const suffixes = rows.flatMap(({ id, name, phone }) =>
          [name.toLowerCase(), phone].flatMap((text, kind) =>
            [...new Set([...text].map((_, at) => text.slice(at, at + 8)))].map((suffix) => [
              ...[tenant, first.segment, kind + 1, Buffer.from(suffix), id, 0],
            ]),
          ),
        );
        for (let start = 0; start < suffixes.length; start += SUFFIXES_PER_INSERT)
          await many(
            sql.insertSuffixRows,
            suffixes.slice(start, start + SUFFIXES_PER_INSERT),
            sql.keepSuffixes,
          );
        await many(
          sql.insertIdentities,
          rows.map(({ id, phone }) => [newKey(), tenant, id, 'phone', phone, phone, 0, 0, 0, now]),
        );
        await step(sql.takeSeqs, { ...values, count: rows.length, contacts: rows.length });
        const contacts = rows.map((row) => ({ ...row, id: row.id.toString('hex') }));
        await insertMany(
          step,
          sql.insertEvents,
          contacts.map((contact, index) => [
            ...[tenant, rows.length - 1 - index, 'contact.created', JSON.stringify({ contact })],
            rows[index].id,
          ]),
          '',
          sql.eventRow,
        );
        const [block] = await step(sql.blockOf, { ...values, id: rows.at(-1).id });
        await step(sql.blockOf, { ...values, id: rows[0].id });
        await step(sql.countInBlock, { ...values, firstId: block.firstId });
        return { results: contacts.map(({ id }, index) => ({ index, status: 'created', contactId: id })) };
      }),
  };
}

/** Inserts rows with one statement. */
function insertMany(step, head, rows, rest, shapeOf = (names) => `(${names.join(', ')})`) {
  const values = {};
  const shapes = rows.map((row, at) =>
    shapeOf(
      row.map((value, column) => {
        values[`r${at}c${column}`] = value;
        return `:r${at}c${column}`;
      }),
    ),
  );
  return step(`${head} VALUES ${shapes.join(', ')} ${rest}`, values, { asText: true });
}
