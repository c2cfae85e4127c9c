import { z } from 'zod';

type Typed = z.ZodObject<{ type: z.ZodLiteral<string> } & z.ZodRawShape>;

/**
 * Improves the errors of a union by `type`. zod reports a field of another type only as unknown, and stops at
 * an unknown type. Here, the error names the types that have the field, and with an unknown type the other
 * fields are checked too, so that all errors are reported at once.
 */
export function explainedByType<Union extends z.ZodType>(union: Union, options: readonly Typed[]): Union {
  const types = options.map((option) => typeOf(option));
  const anyType = anyOf(options);
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
        const others = (anyType.safeParse(issue.input).error?.issues ?? []) as z.core.$ZodRawIssue[];
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

/** Returns a schema with the fields of all types. Fields that not every type has are optional. */
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
