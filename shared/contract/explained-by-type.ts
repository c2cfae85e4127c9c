import { z } from 'zod';

type Typed = z.ZodObject<{ type: z.ZodLiteral<string> } & z.ZodRawShape>;

/**
 * Makes a union by `type` explain itself. zod says of a field of another type only that it is unknown, and
 * stops at a type that it does not know; here the first says which types have the field, and with the second
 * every other field is looked at too, so that all faults are told at once.
 */
export function explainedByType<Union extends z.ZodType>(union: Union, options: readonly Typed[]): Union {
  const types = options.map((option) => typeOf(option));
  const whatever = anyOf(options);
  const explain = z.core._check<unknown>(
    (payload) => {
      payload.issues = payload.issues.flatMap((issue): z.core.$ZodRawIssue[] => {
        if ((issue.path ?? []).length === 0 && issue.code === 'unrecognized_keys') {
          return issue.keys.map((key: string) => explainKey(key, issue, options));
        }
        if (issue.code !== 'invalid_union' || issue.path?.[0] !== 'type' || issue.path.length > 1) {
          return [issue];
        }
        const given = (issue.input as { type?: unknown }).type;
        const verb = given === undefined ? 'is required' : 'is not a type of message';
        const message = `${verb}: one of ${types.join(', ')}`;
        const others = (whatever.safeParse(issue.input).error?.issues ?? []) as z.core.$ZodRawIssue[];
        return [{ code: 'custom', path: ['type'], input: given, message }, ...others];
      });
    },
    { when: () => true },
  );
  return union.check(explain) as Union;
}

function explainKey(key: string, issue: z.core.$ZodRawIssue, options: readonly Typed[]): z.core.$ZodRawIssue {
  const owners = options.filter((option) => Object.hasOwn(option.shape, key)).map(typeOf);
  if (owners.length === 0) return { ...issue, keys: [key] } as z.core.$ZodRawIssue;
  const { type } = issue.input as { type: string };
  const message = `does not belong to type ${type}, only to ${owners.join(', ')}: leave it out`;
  return { code: 'custom', path: [key], input: issue.input, message };
}

/** Every field of every type; those that all types have stand as they are, the others may be missing. */
function anyOf(options: readonly Typed[]): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const option of options) {
    for (const [key, field] of Object.entries(option.shape)) {
      const isCommon = options.every((other) => other.shape[key] === field);
      shape[key] ??= isCommon ? (field as z.ZodType) : (field as z.ZodType).optional();
    }
  }
  return z.strictObject({ ...shape, type: z.unknown().optional() });
}

function typeOf(option: Typed): string {
  return option.shape.type.value;
}
