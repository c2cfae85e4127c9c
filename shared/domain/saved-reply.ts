/** How many saved replies a workspace can have. */
export const SAVED_REPLIES_MAX = 500;
/** How long the name of a saved reply can be. */
export const NAME_MAX = 60;

/** What a saved reply can name in double braces, such as `{{contact.name}}`. */
export const REPLY_VARIABLES = [
  'contact.name',
  'contact.first_name',
  'agent.name',
  'workspace.name',
  'workspace.next_opening',
] as const;
export type ReplyVariable = (typeof REPLY_VARIABLES)[number];

/** What stands for the variables. When the team opens next is said in the language of the text. */
export type ReplyValues = Readonly<
  Record<Exclude<ReplyVariable, 'workspace.next_opening'>, string> & {
    'workspace.next_opening'?: string | ((text: string) => string);
  }
>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
/** Stands where a value is missing: the agent sees what to fill in, and customers never see braces. */
const BLANK = '___';

/** Returns whether all double braces of a text are variables, so that customers never see braces. */
export function hasOnlyVariables(text: string): boolean {
  const rest = text.replace(PLACEHOLDER, (whole, name: string) => (isVariable(name) ? '\n' : whole));
  return !/\{\{|\}\}/.test(rest);
}

/** Fills the variables in. `missing` lists those without a value; `blank` stands in their place. */
export function fillVariables(
  text: string,
  values: ReplyValues,
  blank = BLANK,
): { text: string; missing: ReplyVariable[] } {
  const missing = new Set<ReplyVariable>();
  const filled = text.replace(PLACEHOLDER, (whole, name: string) => {
    if (!isVariable(name)) return whole;
    const given = values[name] ?? '';
    const value = (typeof given === 'string' ? given : given(text)).trim();
    if (value === '') missing.add(name);
    return value || blank;
  });
  return { text: filled, missing: [...missing] };
}

/** Returns a person's first name: the first word of the name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

function isVariable(name: string): name is ReplyVariable {
  return (REPLY_VARIABLES as readonly string[]).includes(name);
}
