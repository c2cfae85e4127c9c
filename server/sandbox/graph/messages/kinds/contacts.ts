import { listAt, objectAt, stringAt } from '../shape.ts';

const mostCards = 5;

/** Address cards. */
export function contactsKind(content: unknown): void {
  for (const [index, card] of listAt(content, 'contacts', mostCards).entries()) {
    const name = objectAt(objectAt(card, `contacts[${index}]`).name, `contacts[${index}]['name']`);
    stringAt(name.formatted_name, `contacts[${index}]['name']['formatted_name']`, 1_024);
  }
}
