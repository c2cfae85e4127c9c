import { GraphFault } from '../../graph-fault.ts';
import { listAt, objectAt, onlyKeys, stringAt } from '../shape.ts';

const components = ['header', 'body', 'button', 'footer', 'carousel', 'limited_time_offer'];

/** A template by name and language. Which templates exist is not known to the sandbox yet: any name goes. */
export function templateKind(content: unknown): void {
  const template = objectAt(content, 'template');
  onlyKeys(template, 'template', ['name', 'language', 'components', 'namespace']);
  const name = stringAt(template.name, "template['name']", 512);
  if (!/^[a-z0-9_]+$/.test(name))
    throw new GraphFault(132001, { details: `template name (${name}) does not exist` });
  const language = objectAt(template.language, "template['language']");
  stringAt(language.code, "template['language']['code']", 16);
  if (language.policy !== undefined && language.policy !== 'deterministic') {
    throw new GraphFault(100, {
      message: "(#100) Param template['language']['policy'] must be one of {DETERMINISTIC}.",
    });
  }
  if (template.components === undefined) return;
  if (Array.isArray(template.components) && template.components.length === 0) return;
  for (const [index, item] of listAt(template.components, "template['components']", 20).entries()) {
    const path = `template['components'][${index}]`;
    const type = stringAt(objectAt(item, path).type, `${path}['type']`, 32);
    if (!components.includes(type.toLowerCase())) {
      throw new GraphFault(100, {
        message: `(#100) Param ${path}['type'] must be one of {${components.join(', ')}}.`,
      });
    }
  }
}
