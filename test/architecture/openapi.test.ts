import { beforeAll, describe, expect, it } from 'vitest';
import { makeOpenApiDocument } from '../../server/openapi/document.ts';
import { publicApi } from '../../shared/contract/index.ts';
import { ERRORS } from '../../shared/domain/errors.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

interface Operation {
  operationId: string;
  tags: string[];
  requestBody?: object;
  parameters?: { name: string }[];
  responses: Record<string, { description: string; headers: object; content: { 'application/json': Media } }>;
}
interface Media {
  schema: object;
  examples: Record<string, { value: { error: object } }>;
}
const posts = new Set(
  routesOf(publicApi)
    .filter(({ method }) => method === 'POST')
    .map(({ name }) => name),
);
type Document = Awaited<ReturnType<typeof makeOpenApiDocument>>;

let document: Document;
let operations: Operation[];
beforeAll(async () => {
  document = await makeOpenApiDocument();
  operations = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}),
  ) as Operation[];
});

describe('the OpenAPI document', () => {
  it('lists the errors of every operation, in the same format', () => {
    expect(operations.length).toBeGreaterThan(5);
    for (const { operationId, requestBody, responses } of operations) {
      const statuses = Object.keys(responses);
      const wanted = ['400', '401', '403', '429', '500', '503', ...(requestBody ? ['413', '415'] : [])];
      expect(statuses, operationId).toEqual(expect.arrayContaining(wanted));
      for (const [status, response] of Object.entries(responses)) {
        expect(response.headers, `${operationId} ${status}`).toHaveProperty('X-Request-Id');
        if (Number(status) < 400) continue;
        const { schema, examples } = response.content['application/json'];
        expect(schema).toEqual({ $ref: '#/components/schemas/Error' });
        const codes = [...response.description.matchAll(/^`(\w+)`/gm)].map(([, code]) => code);
        expect(codes.length, `${operationId} ${status}`).toBeGreaterThan(0);
        expect(Object.keys(examples)).toEqual(codes);
        for (const code of codes) {
          const { status: wanted, message } = ERRORS[code as keyof typeof ERRORS];
          expect(wanted).toBe(Number(status));
          // The examples say what to do next, as the API does.
          const start = message.replace(/\.$/, '');
          expect(examples[code as string]?.value.error).toMatchObject({
            code,
            message: expect.stringContaining(start),
          });
        }
      }
    }
  });

  it('lists what becomes of keys that have expired or are used from another address, for every operation', () => {
    for (const { operationId, responses } of operations) {
      const codesOf = (status: string) =>
        Object.keys(responses[status]?.content['application/json'].examples ?? {});
      expect(codesOf('401'), operationId).toEqual(['unauthorized', 'key_expired']);
      expect(codesOf('403'), operationId).toEqual(
        expect.arrayContaining(['address_not_allowed', 'forbidden']),
      );
    }
    expect(document.info.description).toContain('`key_expired`');
    expect(document.info.description).not.toContain('does not expire');
  });

  it('documents the headers for rate limits and retries', () => {
    for (const { operationId, parameters = [], responses } of operations) {
      const isPost = posts.has(operationId);
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(isPost);
      for (const [status, { headers }] of Object.entries(responses)) {
        const names = Object.keys(headers);
        // A file that is still being downloaded, or a request with the same key.
        const waitsWithConflict = isPost || operationId === 'media.get';
        const waits = ['429', '503'].includes(status) || (status === '409' && waitsWithConflict);
        expect(names.includes('Retry-After'), `${operationId} ${status}`).toBe(waits);
        expect(names.includes('Idempotency-Replayed')).toBe(isPost && Number(status) < 400);
        expect(names.includes('RateLimit'), `${operationId} ${status}`).toBe(status !== '401');
      }
    }
    expect(Object.keys(document.components?.headers ?? {})).toEqual(
      expect.arrayContaining(['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
    );
  });

  it('says of every request whose stored response is deleted with its contact what a repetition gets', () => {
    const about = ['contacts.create', 'contacts.merge', 'contacts.undoMerge', 'conversations.addNote'];
    const all = [...about, 'messages.markRead', 'messages.react', 'messages.send'];
    const saying = operations.filter(({ responses }) =>
      responses['404']?.description.includes('The contact of the first request with this Idempotency-Key'),
    );
    expect(saying.map(({ operationId }) => operationId).sort()).toEqual(all);
  });

  it('documents that a file is a redirect, and that the history of a contact can be one message', () => {
    const responsesOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.responses;
    expect(responsesOf('media.get')?.['302']?.headers).toHaveProperty('Location');
    expect(responsesOf('messages.history')?.['404']?.description).toContain('`message_not_found`');
  });

  it('describes every tag of an operation', () => {
    const described = document.tags?.map(({ name }) => name);
    for (const { tags, operationId } of operations) expect(described, operationId).toContain(tags[0]);
  });

  it('describes the format of a phone number', () => {
    const text = JSON.stringify(document.components?.schemas?.CreateContact);
    expect(text).toMatch(/"phone":\{"type":"string","minLength":4,"maxLength":40,"pattern":"[^"]+"/);
  });

  it('has one schema for each type of message, with the discriminator `type`', () => {
    const body = document.paths?.['/messages/send']?.post?.requestBody as {
      content: { 'application/json': { schema: { $ref?: string } } };
    };
    const { schema } = body.content['application/json'];
    const named = document.components?.schemas as Record<string, unknown>;
    const union = (schema.$ref ? named[schema.$ref.split('/').at(-1) ?? ''] : schema) as {
      oneOf: object[];
      discriminator: { propertyName: string };
    };
    expect(union.oneOf).toHaveLength(11);
    expect(union.discriminator.propertyName).toBe('type');
  });
});
