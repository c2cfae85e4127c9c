import { isProcedure, Procedure } from '@orpc/server';

/**
 * Returns the same routes without validation of their responses. Validation finds our own mistakes in tests
 * and development; in production it would only cost time on every request.
 */
export function withUncheckedAnswers<T extends object>(router: T): T {
  return Object.fromEntries(
    Object.entries(router).map(([name, value]: [string, object]) => [
      name,
      isProcedure(value)
        ? new Procedure({ ...value['~orpc'], outputSchema: undefined })
        : withUncheckedAnswers(value),
    ]),
  ) as T;
}
