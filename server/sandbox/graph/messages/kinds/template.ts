import { GraphApiError } from '../../graph-api-error.ts';
import { listAt, objectAt, onlyKeys, stringAt } from '../shape.ts';
import { checkParameters } from './template-parameters.ts';

const components = ['header', 'body', 'button', 'footer', 'carousel', 'limited_time_offer'];
const buttonTypes = [
  'quick_reply',
  'url',
  'copy_code',
  'flow',
  'catalog',
  'mpm',
  'voice_call',
  'order_details',
];

/** Checks the structure of a template send. `acceptSend` checks it against the account's templates. */
export function templateKind(content: unknown): void {
  const template = objectAt(content, 'template');
  onlyKeys(template, 'template', ['name', 'language', 'components', 'namespace']);
  const name = stringAt(template.name, "template['name']", 512);
  if (!/^[a-z0-9_]+$/.test(name))
    throw new GraphApiError(132001, { details: `template name (${name}) does not exist` });
  const language = objectAt(template.language, "template['language']");
  stringAt(language.code, "template['language']['code']", 16);
  if (language.policy !== undefined && language.policy !== 'deterministic') {
    throw new GraphApiError(100, {
      message: "(#100) Param template['language']['policy'] must be one of {DETERMINISTIC}.",
    });
  }
  if (template.components === undefined) return;
  if (Array.isArray(template.components) && template.components.length === 0) return;
  for (const [index, item] of listAt(template.components, "template['components']", 20).entries()) {
    checkComponent(objectAt(item, `template['components'][${index}]`), `template['components'][${index}]`);
  }
}

function checkComponent(component: Record<string, unknown>, path: string): void {
  const type = oneOf(component.type, `${path}['type']`, components);
  if (type === 'button') {
    oneOf(component.sub_type, `${path}['sub_type']`, buttonTypes);
    // A number here is a common mistake: the platform requires the index as a string.
    const place = stringAt(component.index, `${path}['index']`, 2);
    if (!/^\d$/.test(place))
      throw new GraphApiError(100, { message: `(#100) Param ${path}['index'] must be between 0 and 9.` });
  }
  if (component.parameters !== undefined) checkParameters(component.parameters, type, path);
}

function oneOf(value: unknown, path: string, words: readonly string[]): string {
  const word = stringAt(value, path, 32).toLowerCase();
  if (words.includes(word)) return word;
  throw new GraphApiError(100, { message: `(#100) Param ${path} must be one of {${words.join(', ')}}.` });
}
