import { z } from 'zod';

/**
 * Requires exactly one of two fields of an object, also when other fields are invalid, so that all errors are
 * reported at once. What is not an object is left to the object's own error.
 * @param what describes both, such as "the address of the file, or `id` of an uploaded one"
 */
export function oneOfTwo<First extends string, Second extends string>(
  first: First,
  second: Second,
  what: string,
): z.core.$ZodCheck<{ [key in First | Second]?: unknown }> {
  return z.core._check<{ [key in First | Second]?: unknown }>(
    (payload) => {
      const given = [first, second].filter((field) => payload.value[field] !== undefined);
      if (given.length === 1) return;
      const isMissing = given.length === 0;
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        path: [isMissing ? first : second],
        message: isMissing
          ? `is required: ${what}`
          : `cannot be combined with ${first}: leave one of them out`,
      });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}
