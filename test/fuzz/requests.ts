import fc from 'fast-check';
import { mostly } from './mostly.ts';
import type { Operation } from './operations.ts';
import { bodyOf } from './request-body.ts';
import { type Header, oddContentType, oddHeader } from './request-headers.ts';
import { pathOf, queryOf } from './request-target.ts';

/** A request before its markers are replaced. */
export interface DraftRequest {
  operation: string;
  method: string;
  target: string;
  headers: readonly Header[];
  body: Buffer | null;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'TRACE'];

/** Generates requests for one operation: some valid, most with an error in any part. */
export function requestFor(
  operation: Operation,
  credentials: fc.Arbitrary<Header[]>,
): fc.Arbitrary<DraftRequest> {
  return fc
    .record({
      method: mostly(20, fc.constant(operation.method), fc.constantFrom(...METHODS)),
      path: pathOf(operation),
      query: queryOf(operation),
      credentials,
      headers: fc.array(oddHeader, { maxLength: 2 }),
      contentType: mostly(14, fc.constant('application/json'), oddContentType),
      body: bodyOf(operation),
    })
    .map(({ method, path, query, credentials, headers, contentType, body }) => {
      const described: Header[] = body === null ? [] : [['Content-Type', contentType]];
      return {
        operation: operation.name,
        method,
        target: path + query,
        headers: [...credentials, ...described, ...headers],
        body,
      };
    });
}
