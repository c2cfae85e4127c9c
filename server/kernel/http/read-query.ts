import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';

/** The parameters of a query; one that is given several times is a list, which no route of ours takes. */
export type Query = Record<string, string | string[]>;

/**
 * Reads the query of an address. What is not well-formed would be read as something else than it says, so
 * a % that encodes nothing is refused.
 * @throws {AppError} validation_failed, with every such parameter.
 */
export function readQuery(url: string): Query {
  const at = url.indexOf('?');
  if (at < 0 || at === url.length - 1) return {};
  const query: Query = Object.create(null);
  const details: ErrorDetail[] = [];
  for (const parameter of url.slice(at + 1).split('&')) {
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const rawName = equals < 0 ? parameter : parameter.slice(0, equals);
    const name = decode(rawName);
    const value = decode(equals < 0 ? '' : parameter.slice(equals + 1));
    if (name === null || value === null) {
      const message = 'is not well-formed: a % must start an encoded character';
      details.push({ path: name ?? rawName, message });
      continue;
    }
    const before = query[name];
    query[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value];
  }
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return query;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
