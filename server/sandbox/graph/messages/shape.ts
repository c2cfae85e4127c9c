import { isObject } from '../body.ts';
import { GraphApiError } from '../graph-api-error.ts';

/** Checks the object under the type's name. Throws a GraphApiError if the platform would reject it. */
export type Kind = (content: unknown) => void;

/** Returns an object. Like the other helpers, throws the platform's error for an invalid value. */
export function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (value === undefined) throw required(path);
  if (!isObject(value))
    throw new GraphApiError(100, { message: `(#100) Param ${path} must be a JSON object.` });
  return value;
}

/** Returns a string of 1 to `longest` characters. */
export function stringAt(value: unknown, path: string, longest: number): string {
  if (value === undefined || value === '') throw required(path);
  if (typeof value !== 'string')
    throw new GraphApiError(100, { message: `(#100) Param ${path} must be a string.` });
  if ([...value].length > longest) {
    throw new GraphApiError(100, {
      message: `(#100) Param ${path} must be at most ${longest} characters long.`,
    });
  }
  return value;
}

export function optionalStringAt(value: unknown, path: string, longest: number): void {
  if (value !== undefined && value !== '') stringAt(value, path, longest);
}

export function listAt(value: unknown, path: string, max: number): unknown[] {
  if (value === undefined) throw required(path);
  if (!Array.isArray(value) || value.length === 0) {
    throw new GraphApiError(100, { message: `(#100) Param ${path} must be an array with at least 1 item.` });
  }
  if (value.length > max) {
    throw new GraphApiError(100, { message: `(#100) Param ${path} must have at most ${max} items.` });
  }
  return value;
}

/** Rejects unknown keys, because they are mistakes that would go unnoticed. */
export function onlyKeys(fields: Record<string, unknown>, path: string, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new GraphApiError(100, { message: `(#100) Unexpected key "${unknown}" on param "${path}".` });
  }
}

export function required(path: string): GraphApiError {
  return new GraphApiError(131008, { details: `Parameter ${path} is required.` });
}

export function invalid(details: string): GraphApiError {
  return new GraphApiError(131009, { details });
}
