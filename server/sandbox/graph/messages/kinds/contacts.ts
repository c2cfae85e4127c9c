import { invalid, listAt, objectAt, optionalStringAt, stringAt } from '../shape.ts';

const maxCards = 5;

/** Checks contact cards: the full name and at least one of its parts, and the lists if given. */
export function contactsKind(content: unknown): void {
  for (const [index, item] of listAt(content, 'contacts', maxCards).entries()) {
    const path = `contacts[${index}]`;
    const card = objectAt(item, path);
    const name = objectAt(card.name, `${path}['name']`);
    stringAt(name.formatted_name, `${path}['name']['formatted_name']`, 1_024);
    if (!nameParts.some((part) => typeof name[part] === 'string' && name[part] !== ''))
      throw invalid(`${path}['name'] needs one of ${nameParts.join(', ')} beside formatted_name.`);
    for (const [list, field] of [
      ['phones', 'phone'],
      ['emails', 'email'],
      ['urls', 'url'],
    ] as const) {
      if (card[list] === undefined) continue;
      for (const [place, one] of listAt(card[list], `${path}['${list}']`, 20).entries())
        optionalStringAt(objectAt(one, `${path}['${list}'][${place}]`)[field], `${list}.${field}`, 1_024);
    }
    if (card.birthday !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(card.birthday)))
      throw invalid(`${path}['birthday'] must look like 1990-01-31.`);
  }
}

const nameParts = ['first_name', 'last_name', 'middle_name', 'suffix', 'prefix'];
