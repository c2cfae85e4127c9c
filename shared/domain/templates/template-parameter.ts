import { isRecord } from './template-form.ts';

/** A parameter as it is sent: its `type`, and a field of that name. */
export type SentParameter = Readonly<Record<string, unknown>>;

export const CODE_MAX = 20;

/** Returns the error in the text for a variable; null when it is valid. */
export function variableError(text: string, max: number): string | null {
  if (text.trim() === '') return 'must not be empty: WhatsApp rejects a template with an empty parameter';
  if (/[\n\r\t]/.test(text)) return 'must be one line: WhatsApp does not allow line breaks or tabs here';
  if (/ {5}/.test(text)) return 'must not have more than four spaces in a row';
  if ([...text].length > max) return `must have at most ${max.toLocaleString('en-US')} characters`;
  return null;
}

interface ParameterError {
  path: string[];
  message: string;
}

/** Returns the error in a parameter's value, in any component; null when it is valid. */
export function parameterError(parameter: SentParameter, max: number): ParameterError | null {
  const type = String(parameter.type);
  const value = parameter[type];
  switch (type) {
    case 'text':
      return at(['text'], variableError(stringOf(value), max));
    case 'coupon_code':
      return at(['coupon_code'], variableError(stringOf(value), CODE_MAX));
    case 'currency':
    case 'date_time':
      return at([type, 'fallback_value'], variableError(stringOf(fieldOf(value, 'fallback_value')), max));
    case 'image':
    case 'video':
    case 'document':
      return at([type, 'link'], linkError(value));
    case 'location':
      return locationError(value);
    default:
      return null;
  }
}

function at(path: string[], message: string | null): ParameterError | null {
  return message === null ? null : { path, message };
}

/** Returns the error in a file's link; null when it is valid. Uploaded files have an id instead. */
function linkError(value: unknown): string | null {
  if (stringOf(fieldOf(value, 'id')) !== '') return null;
  const link = stringOf(fieldOf(value, 'link'));
  if (link === '') return 'is required: the address from which WhatsApp downloads the file';
  return /^https?:\/\/[^\s/]+\S*$/i.test(link) ? null : 'must be an address that starts with https://';
}

function locationError(value: unknown): ParameterError | null {
  for (const [name, most] of [
    ['latitude', 90],
    ['longitude', 180],
  ] as const) {
    const degrees = fieldOf(value, name);
    if (typeof degrees !== 'number' || !(Math.abs(degrees) <= most))
      return at(['location', name], `must be a number from -${most} to ${most}`);
  }
  return null;
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
