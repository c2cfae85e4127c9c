import { GraphApiError } from '../../graph-api-error.ts';
import { listAt, objectAt, onlyKeys, optionalStringAt, stringAt } from '../shape.ts';
import { checkMedia } from './media.ts';

type Check = (parameter: Record<string, unknown>, path: string) => void;

const longestText = 32_768;

const checks: Readonly<Record<string, Check>> = {
  text: ({ text }, path) => {
    const words = stringAt(text, `${path}['text']`, longestText);
    if (/[\n\t]| {5}/.test(words)) {
      const details = 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces';
      throw new GraphApiError(132012, { details });
    }
  },
  currency: ({ currency }, path) => {
    const amount = objectAt(currency, `${path}['currency']`);
    stringAt(amount.fallback_value, `${path}['currency']['fallback_value']`, 1_024);
    stringAt(amount.code, `${path}['currency']['code']`, 3);
    if (!Number.isInteger(amount.amount_1000))
      throw new GraphApiError(100, {
        message: `(#100) Param ${path}['currency']['amount_1000'] must be an integer.`,
      });
  },
  date_time: ({ date_time: moment }, path) => {
    stringAt(
      objectAt(moment, `${path}['date_time']`).fallback_value,
      `${path}['date_time']['fallback_value']`,
      1_024,
    );
  },
  image: ({ image }) => checkMedia('image', image, []),
  video: ({ video }) => checkMedia('video', video, []),
  document: ({ document }) => checkMedia('document', document, ['filename']),
  location: ({ location }, path) => void objectAt(location, `${path}['location']`),
  payload: ({ payload }, path) => optionalStringAt(payload, `${path}['payload']`, 256),
  coupon_code: ({ coupon_code: code }, path) => void stringAt(code, `${path}['coupon_code']`, 20),
  action: ({ action }, path) => void objectAt(action, `${path}['action']`),
};

/** The types of parameters for each component. Components that are not listed are not checked. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  header: ['text', 'image', 'video', 'document', 'location'],
  body: ['text', 'currency', 'date_time'],
  button: ['text', 'payload', 'coupon_code', 'action'],
};

/** Checks the parameters of a template component. @throws {GraphApiError} with the platform's message. */
export function checkParameters(value: unknown, component: string, place: string): void {
  const kinds = fitting[component];
  if (!kinds) return;
  for (const [index, item] of listAt(value, `${place}['parameters']`, 1_024).entries()) {
    const path = `${place}['parameters'][${index}]`;
    const parameter = objectAt(item, path);
    const type = stringAt(parameter.type, `${path}['type']`, 32).toLowerCase();
    if (!kinds.includes(type)) {
      throw new GraphApiError(132012, {
        details: `${component}: parameters of type ${type} are not expected here`,
      });
    }
    onlyKeys(parameter, path, ['type', 'parameter_name', type]);
    optionalStringAt(parameter.parameter_name, `${path}['parameter_name']`, 512);
    checks[type]?.(parameter, path);
  }
}
