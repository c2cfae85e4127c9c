import { ValidationError } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { z } from 'zod';
import type { ErrorDetail } from '../../../shared/domain/errors.ts';
import { detailsOfIssues, type Issue } from './describe-error.ts';

/** Form tools and spreadsheets send phone numbers as JSON numbers. */
const MAY_BE_NUMBERS: ReadonlySet<string> = new Set(['phone', 'contactId']);

/** Workflow tools send an order number or a price as a JSON number, also where it is a text to read. */
const MAY_BE_AMOUNTS: ReadonlySet<string> = new Set(['text', 'content', 'caption']);

/**
 * A time as other tools write it: with a space in the place of the T, without seconds, with an offset without a colon (`+0200`), or with the
 * + of an address that was not encoded, which arrives as a space.
 */
const LOOSE_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z)|([-+ ])(\d\d):?(\d\d))$/i;

/** The platform's documents print the degrees of a template's location as texts. */
const MAY_BE_TEXTS: ReadonlySet<string> = new Set(['latitude', 'longitude']);

/** Libraries of the platform send the types of components in capitals, as its documents print some of them. */
const MAY_BE_CAPITALS: ReadonlySet<string> = new Set(['type', 'sub_type']);

/** A corrected type shows whether what it describes is valid: components, their buttons, and cards with both. */
const ROUNDS_MAX = 6;

/**
 * Calls a route; when its input is invalid, calls it again with what programs often send and nobody means:
 * an empty string where none is allowed means "not given", a phone number and a text may be JSON numbers, degrees and
 * booleans may be text, times may be in other spellings, and the types of template components may be in capitals.
 * @throws what the call throws. For input that stays invalid, the problems of the input as the caller sent it.
 */
export async function callLeniently<T>(call: (input: object) => Promise<T>, input: object): Promise<T> {
  try {
    return await call(input);
  } catch (error) {
    let issues = inputIssues(error);
    let meant = issues && inputAsMeant(input, issues);
    if (!meant) throw error;
    const changed = new Set(meant.changed);
    for (let round = 1; ; round += 1) {
      try {
        return await call(meant.input);
      } catch (next) {
        issues = inputIssues(next);
        if (isAboutAny(issues, changed)) throw error;
        const more: ReturnType<typeof inputAsMeant> = issues && inputAsMeant(meant.input, issues);
        if (!more || round === ROUNDS_MAX) throw next;
        meant = more;
        for (const path of more.changed) changed.add(path);
      }
    }
  }
}

/** Parses one of several items of a request, as leniently as a request, so that an invalid one fails alone. */
export function parseLeniently<T>(
  schema: z.ZodType<T>,
  item: unknown,
): { data: T } | { details: ErrorDetail[] } {
  const whole = z.object({ item: schema });
  const first = whole.safeParse({ item });
  if (first.success) return { data: first.data.item };
  const meant = inputAsMeant({ item }, first.error.issues as readonly Issue[]);
  const second = meant && whole.safeParse(meant.input);
  if (second?.success) return { data: second.data.item };
  const issues = (second?.error.issues ?? []) as readonly Issue[];
  const isUseful = meant && !isAboutAny(issues, meant.changed);
  return { details: detailsOfIssues(isUseful ? issues : (first.error.issues as readonly Issue[]), whole) };
}

/** Input with more invalid values is none that anyone means. Each correction copies what is on the way to it. */
const CORRECTED_MAX = 100;

/**
 * Returns input with its invalid values as they are meant, and the paths of what changed; null when nothing did. `issues` are the problems that validation found.
 */
export function inputAsMeant(
  input: object,
  issues: readonly Issue[],
): { input: object; changed: ReadonlySet<string> } | null {
  if (issues.reduce((sum, { keys }) => sum + (keys?.length ?? 1), 0) > CORRECTED_MAX) return null;
  let meant: object = input;
  const changed = new Set<string>();
  for (const issue of issues) {
    const path = keysOf(issue);
    for (const place of issue.keys ? issue.keys.map((key) => [...path, key]) : [path]) {
      const corrected = correctedAt(meant, place);
      if (!corrected) continue;
      meant = corrected;
      changed.add(place.join('.'));
    }
  }
  return changed.size > 0 ? { input: meant, changed } : null;
}

/**
 * Returns a copy that differs in one place; null when there is nothing to correct. Only what is on the way is copied:
 * the rest may be nested deeper than a copy of the whole can go.
 */
function correctedAt(root: object, path: readonly string[]): object | null {
  const copy = { ...root } as Record<string, unknown>;
  let parent = copy;
  for (const key of path.slice(0, -1)) {
    const child = Object.hasOwn(parent, key) ? parent[key] : undefined;
    if (!isObject(child)) return null;
    const next = (Array.isArray(child) ? [...child] : { ...child }) as Record<string, unknown>;
    parent[key] = next;
    parent = next;
  }
  const name = path.at(-1);
  if (name === undefined || Array.isArray(parent) || !Object.hasOwn(parent, name)) return null;
  const value = parent[name];
  if (value === '') {
    delete parent[name];
    return copy;
  }
  const meant = meantBy(name, value);
  if (meant === null) return null;
  parent[name] = meant;
  return copy;
}

function meantBy(name: string, value: unknown): string | number | boolean | null {
  if (typeof value === 'number') {
    const isNumber = Number.isSafeInteger(value) && MAY_BE_NUMBERS.has(name);
    // Larger and smaller numbers would get an exponent.
    const isAmount = MAY_BE_AMOUNTS.has(name) && /^-?\d+(\.\d+)?$/.test(String(value));
    return isNumber || isAmount ? String(value) : null;
  }
  if (typeof value !== 'string') return null;
  if (value === 'true' || value === 'false') return value === 'true';
  if (MAY_BE_TEXTS.has(name)) return /^-?\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : null;
  if (MAY_BE_CAPITALS.has(name) && /^[A-Z_]{1,40}$/.test(value)) return value.toLowerCase();
  return timeMeantBy(value);
}

function timeMeantBy(value: string): string | null {
  const [, day, time, isUtc, sign, hours, minutes] = LOOSE_TIME.exec(value) ?? [];
  if (day === undefined) return null;
  const zone = isUtc ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  return `${day}T${time?.length === 5 ? `${time}:00` : time}${zone}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isAboutAny(issues: readonly Issue[] | null, changed: ReadonlySet<string>): boolean {
  return issues?.some((issue) => changed.has(keysOf(issue).join('.'))) ?? false;
}

function keysOf(issue: Issue): string[] {
  return (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
}

function inputIssues(error: unknown): readonly Issue[] | null {
  const isInvalid = error instanceof ORPCError && error.code === 'BAD_REQUEST';
  return isInvalid && error.cause instanceof ValidationError
    ? (error.cause.issues as readonly Issue[])
    : null;
}
