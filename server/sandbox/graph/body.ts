import type { Request } from 'express';
import { GraphApiError } from './graph-api-error.ts';

/** Returns the fields of a request. A missing body counts as no fields. */
export function bodyOf(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  if (body === undefined || body === null || body === '') return {};
  if (!isObject(body)) throw new GraphApiError(100, { message: '(#100) The body must be a JSON object.' });
  return body;
}

/**
 * Returns a string field.
 * @throws {GraphApiError} 100 when it is missing (and there is no `otherwise`) or is not a string.
 */
export function textIn(fields: Readonly<Record<string, unknown>>, name: string, otherwise?: string): string {
  const value = fields[name];
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (value === undefined)
    throw new GraphApiError(100, { message: `(#100) The parameter ${name} is required.` });
  if (typeof value !== 'string')
    throw new GraphApiError(100, { message: `(#100) Param ${name} must be a string.` });
  return value;
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Requires the product field, which every messaging call must contain. */
export function requireProduct(body: Readonly<Record<string, unknown>>): void {
  if (body.messaging_product === undefined) {
    throw new GraphApiError(100, { message: '(#100) The parameter messaging_product is required.' });
  }
  if (body.messaging_product !== 'whatsapp') {
    throw new GraphApiError(100, { message: '(#100) Param messaging_product must be one of {WHATSAPP}.' });
  }
}
