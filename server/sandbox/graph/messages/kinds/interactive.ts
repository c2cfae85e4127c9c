import { GraphFault } from '../../graph-fault.ts';
import { listAt, objectAt, stringAt } from '../shape.ts';

const longestText = 1_024;

/** Reply buttons and lists in their essentials; other interactive types are taken as they come. */
export function interactiveKind(content: unknown): void {
  const interactive = objectAt(content, 'interactive');
  const type = stringAt(interactive.type, "interactive['type']", 64);
  const action = objectAt(interactive.action, "interactive['action']");
  if (type !== 'button' && type !== 'list') return;
  stringAt(
    objectAt(interactive.body, "interactive['body']").text,
    "interactive['body']['text']",
    longestText,
  );
  if (type === 'button') checkButtons(action);
  else checkList(action);
}

function checkButtons(action: Record<string, unknown>): void {
  for (const [index, button] of listAt(action.buttons, "interactive['action']['buttons']", 3).entries()) {
    const path = `interactive['action']['buttons'][${index}]['reply']`;
    const reply = objectAt(objectAt(button, path).reply, path);
    stringAt(reply.id, `${path}['id']`, 256);
    stringAt(reply.title, `${path}['title']`, 20);
  }
}

function checkList(action: Record<string, unknown>): void {
  stringAt(action.button, "interactive['action']['button']", 20);
  const sections = listAt(action.sections, "interactive['action']['sections']", 10);
  const rows = sections.flatMap((section) => objectAt(section, 'section').rows ?? []);
  if (rows.length === 0 || rows.length > 10) {
    throw new GraphFault(100, { message: '(#100) A list must have between 1 and 10 rows in total.' });
  }
}
