import type { Request } from 'express';
import { GraphApiError } from './graph-api-error.ts';

/**
 * Returns the fields of a node that `fields=` requests, or its default fields. `id` is always included.
 * @throws {GraphApiError} 100 for a field that the node does not have.
 */
export function pickFields(
  request: Request,
  nodeType: string,
  node: Readonly<Record<string, unknown>>,
  defaults: readonly string[],
): object {
  const asked = typeof request.query.fields === 'string' ? request.query.fields : '';
  const names = asked === '' ? defaults : asked.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(name in node));
  if (unknown !== undefined) throw missingField(unknown, nodeType);
  return Object.fromEntries([...new Set([...names, 'id'])].map((name) => [name, node[name]]));
}

/** Returns the platform's error for an edge or field that a type of node does not have. */
export function missingField(name: string, nodeType: string): GraphApiError {
  return new GraphApiError(100, {
    message: `(#100) Tried accessing nonexisting field (${name}) on node type (${nodeType})`,
  });
}

/** Returns a page of a list with opaque cursors, and the address of the next page if there is one. */
export function pageOf<T>(request: Request, items: readonly T[], itemsPerPage = 25): object {
  const asked = Number(request.query.limit ?? itemsPerPage);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, 1_000) : itemsPerPage;
  const start = positionOf(request.query.after);
  const end = Math.min(start + limit, items.length);
  const data = items.slice(start, end);
  if (data.length === 0) return { data };
  const cursors = { before: cursorAt(start), after: cursorAt(end) };
  const next = end < items.length ? { next: addressOf(request, cursors.after) } : {};
  return { data, paging: { cursors, ...next } };
}

function cursorAt(position: number): string {
  return Buffer.from(`sandbox:${position}`).toString('base64url');
}

function positionOf(cursor: unknown): number {
  if (typeof cursor !== 'string' || cursor === '') return 0;
  const match = /^sandbox:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new GraphApiError(100, { message: '(#100) Invalid cursor' });
  return Number(match[1]);
}

function addressOf(request: Request, after: string): string {
  const url = new URL(request.originalUrl, `${request.protocol}://${request.get('host')}`);
  url.searchParams.delete('access_token');
  url.searchParams.set('after', after);
  return url.href;
}
