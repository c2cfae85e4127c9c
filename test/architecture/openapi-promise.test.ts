import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { additions, breakingChanges, type SlimDocument } from '../../scripts/openapi/breaking-changes.mjs';

const released: SlimDocument = JSON.parse(readFileSync('docs/released/openapi.json', 'utf8'));

/** A part of the document; a test knows where it is. */
type Part = ReturnType<typeof JSON.parse>;

/** Returns the released document with a change. */
function changed(change: (document: Part) => void): SlimDocument {
  const document = structuredClone(released);
  change(document);
  return document;
}

const schemas = (document: Part) => document.components.schemas;
const list = (document: Part) => document.paths['/contacts'].get;
const parameterOf = (operation: Part, name: string) =>
  operation.parameters.find((one: { name: string }) => one.name === name);

const BREAKING: [what: string, change: (document: Part) => void, problem: string][] = [
  ['an operation', (d) => delete d.paths['/me'], 'me.get: the operation is missing'],
  [
    'the address of an operation',
    (d) => {
      d.paths['/tags'] = d.paths['/contact-tags'];
      delete d.paths['/contact-tags'];
    },
    'contacts.tags: was GET /contact-tags, now GET /tags',
  ],
  [
    'a parameter',
    (d) => {
      list(d).parameters = list(d).parameters.filter((one: Part) => one.name !== 'tag');
    },
    'contacts.list: the parameter tag is missing',
  ],
  [
    'a parameter that is now required',
    (d) => {
      parameterOf(list(d), 'search').required = true;
    },
    'contacts.list: the parameter search is required',
  ],
  [
    'a field of a request',
    (d) => delete schemas(d).CreateContact.properties.email,
    'contacts.create body › email: is missing',
  ],
  [
    'a field of a request that is now required',
    (d) => schemas(d).CreateContact.required.push('name'),
    'contacts.create body › name: is required',
  ],
  [
    'a limit of a request',
    (d) => {
      schemas(d).SendText.properties.content.maxLength = 100;
    },
    'messages.send body › content: maxLength was 4096, now 100',
  ],
  [
    'a value of a request',
    (d) => {
      schemas(d).ContactStatus.enum = ['cold', 'warm', 'hot'];
    },
    'contacts.create body › status: "customer" is missing',
  ],
  [
    'a kind of message',
    (d) => {
      schemas(d).SendMessage.oneOf = schemas(d).SendMessage.oneOf.filter(
        ({ $ref }: { $ref: string }) => !$ref.endsWith('/SendSticker'),
      );
    },
    'messages.send body: SendSticker is missing',
  ],
  [
    'a field of a response',
    (d) => delete schemas(d).Contact.properties.phone,
    'contacts.list 200 › data › items › phone: is missing',
  ],
  [
    'a field of a response that may be absent',
    (d) => {
      schemas(d).Message.required = schemas(d).Message.required.filter((one: string) => one !== 'status');
    },
    'messages.send 201 › status: is no longer always present',
  ],
  [
    'the type of a field of a response',
    (d) => {
      schemas(d).Contact.properties.createdAt = { type: 'number' };
    },
    'contacts.list 200 › data › items › createdAt: was string, now number',
  ],
  [
    'a response that can be null',
    (d) => {
      schemas(d).Contact.properties.createdAt = {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
      };
    },
    'contacts.list 200 › data › items › createdAt: null is new in a response',
  ],
  [
    'an error code',
    (d) => {
      const [codes] = Object.values<Part>(d.paths['/contacts'].post.responses['409'].content);
      codes['x-codes'] = codes['x-codes'].filter((code: string) => code !== 'contact_phone_taken');
    },
    'contacts.create: the error 409 contact_phone_taken is missing',
  ],
  [
    'a header',
    (d) => delete list(d).responses['429'].headers['Retry-After'],
    'contacts.list: the header Retry-After of 429 is missing',
  ],
  ['an event', (d) => delete d.webhooks['message.received'], 'message.received: the event is missing'],
];

it('each release goes on offering what the one before offered', () => {
  const older = readdirSync('docs/released').filter((file) => file !== 'openapi.json');
  expect(older).toContain('openapi-1.1.0.json');
  for (const file of older) {
    const before: SlimDocument = JSON.parse(readFileSync(`docs/released/${file}`, 'utf8'));
    expect(breakingChanges(before, released), file).toEqual([]);
  }
});

it.each(BREAKING)('%s cannot be removed or narrowed', (_, change, problem) => {
  expect(breakingChanges(released, changed(change))).toContain(problem);
});

it('fields, values, operations and wider limits can be added, and are listed', () => {
  const next = changed((document) => {
    schemas(document).Contact.properties.company = { type: 'string' };
    schemas(document).Contact.required.push('company');
    schemas(document).CreateContact.properties.company = { type: 'string' };
    schemas(document).ContactStatus.enum.push('frozen');
    schemas(document).SendText.properties.content.maxLength = 10_000;
    delete schemas(document).CreateContact.properties.phone.pattern;
    document.paths['/companies'] = { get: { operationId: 'companies.list', responses: {} } };
    list(document).parameters.push({ name: 'company', in: 'query', schema: { type: 'string' } });
    list(document).responses['400'].content['application/json']['x-codes'].push('company_unknown');
  });
  expect(breakingChanges(released, next)).toEqual([]);
  const { operations, codes, fields } = additions(released, next);
  expect([operations.map(({ id }) => id), codes, fields]).toEqual([
    ['companies.list'],
    ['company_unknown'],
    ['Contact.company', 'CreateContact.company'],
  ]);
});
