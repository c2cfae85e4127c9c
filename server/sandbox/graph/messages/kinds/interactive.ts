import { GraphApiError } from '../../graph-api-error.ts';
import { invalid, listAt, objectAt, onlyKeys, optionalStringAt, stringAt } from '../shape.ts';

type Fields = Record<string, unknown>;

/** Checks reply buttons, lists and link buttons with all their limits. Other interactive types are not checked. */
export function interactiveKind(content: unknown): void {
  const interactive = objectAt(content, 'interactive');
  onlyKeys(interactive, 'interactive', ['type', 'header', 'body', 'footer', 'action']);
  const type = stringAt(interactive.type, "interactive['type']", 64);
  const action = objectAt(interactive.action, "interactive['action']");
  if (type !== 'button' && type !== 'list' && type !== 'cta_url') return;
  textAt(interactive.body, "interactive['body']", 1_024);
  if (interactive.footer !== undefined) textAt(interactive.footer, "interactive['footer']", 60);
  if (interactive.header !== undefined) checkHeader(interactive.header, type);
  if (type === 'button') checkButtons(action);
  else if (type === 'list') checkList(action);
  else checkLink(action);
}

function textAt(value: unknown, path: string, longest: number): void {
  stringAt(objectAt(value, path).text, `${path}['text']`, longest);
}

/** Checks a header: only text for lists; text or a file for buttons. */
function checkHeader(value: unknown, type: string): void {
  const path = "interactive['header']";
  const kind = stringAt(objectAt(value, path).type, `${path}['type']`, 32);
  const known = type === 'list' ? ['text'] : ['text', 'image', 'video', 'document'];
  if (!known.includes(kind)) throw invalid(`${path}['type'] must be one of {${known.join(', ')}}.`);
  if (kind === 'text') textAt(value, path, 60);
  else objectAt((value as Fields)[kind], `${path}['${kind}']`);
}

function checkButtons(action: Fields): void {
  const replies = listAt(action.buttons, "interactive['action']['buttons']", 3).map((button, index) => {
    const path = `interactive['action']['buttons'][${index}]`;
    const fields = objectAt(button, path);
    if (fields.type !== 'reply') throw invalid(`${path}['type'] must be one of {reply}.`);
    const reply = objectAt(fields.reply, `${path}['reply']`);
    const id = stringAt(reply.id, `${path}['reply']['id']`, 256);
    return { id, title: stringAt(reply.title, `${path}['reply']['title']`, 20) };
  });
  requireUnique(
    replies.map(({ id }) => id),
    'button ids',
  );
  requireUnique(
    replies.map(({ title }) => title),
    'button titles',
  );
}

function checkList(action: Fields): void {
  stringAt(action.button, "interactive['action']['button']", 20);
  const sections = listAt(action.sections, "interactive['action']['sections']", 10);
  const ids = sections.flatMap((section, index) => {
    const path = `interactive['action']['sections'][${index}]`;
    const { title, rows } = objectAt(section, path);
    // A single section needs no title.
    if (sections.length > 1) stringAt(title, `${path}['title']`, 24);
    else optionalStringAt(title, `${path}['title']`, 24);
    return listAt(rows, `${path}['rows']`, 10).map((row, place) => {
      const at = `${path}['rows'][${place}]`;
      const fields = objectAt(row, at);
      stringAt(fields.title, `${at}['title']`, 24);
      optionalStringAt(fields.description, `${at}['description']`, 72);
      return stringAt(fields.id, `${at}['id']`, 200);
    });
  });
  if (ids.length > 10) throw tooMany('(#100) A list must have between 1 and 10 rows in total.');
  requireUnique(ids, 'row ids');
}

function checkLink(action: Fields): void {
  const path = "interactive['action']";
  if (action.name !== 'cta_url') throw invalid(`${path}['name'] must be one of {cta_url}.`);
  const parameters = objectAt(action.parameters, `${path}['parameters']`);
  stringAt(parameters.display_text, `${path}['parameters']['display_text']`, 20);
  const url = stringAt(parameters.url, `${path}['parameters']['url']`, 2_048);
  if (!/^https?:\/\/\S+$/.test(url)) throw invalid(`${path}['parameters']['url'] is not a valid URL.`);
}

function requireUnique(values: readonly string[], what: string): void {
  if (new Set(values).size < values.length) throw tooMany(`(#100) The ${what} of a message must be unique.`);
}

function tooMany(message: string): GraphApiError {
  return new GraphApiError(100, { message });
}
