import { variablesIn } from './template-text.ts';

/** A template as the platform describes it. It may contain component types that we do not know. */
export interface TemplateSource {
  components: readonly Readonly<Record<string, unknown>>[];
  parameterFormat: string;
}

export const FILE_FORMATS = ['image', 'video', 'document'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export type TemplateHeader =
  /** Variables in the order in which a send passes them. */
  { kind: 'text'; text: string; variables: string[] } | { kind: FileFormat } | { kind: 'location' };

/** The type of a button, which decides what a send must provide; `other` needs nothing. */
export type ButtonKind =
  | 'url'
  | 'copy_code'
  | 'one_time_code'
  | 'quick_reply'
  | 'flow'
  | 'catalog'
  | 'mpm'
  | 'phone'
  | 'other';

export interface TemplateButton {
  /** Position among all buttons, from 0. A send refers to the button by this index. */
  index: number;
  kind: ButtonKind;
  label: string;
  /** The URL of a URL button, including its variable if it has one; null for other buttons. */
  url: string | null;
  /** Whether the platform rejects a message without a parameter for this button. */
  needsValue: boolean;
}

/** A parsed template: the parts to fill in before it can be sent. */
export interface TemplateForm {
  isNamed: boolean;
  header: TemplateHeader | null;
  body: { text: string; variables: string[] };
  footer: string | null;
  buttons: TemplateButton[];
  /** Templates that have only a body may use longer values. */
  isBodyOnly: boolean;
  /** Why our forms cannot fill it in; null when they can. */
  unsupported: string | null;
}

const KINDS: Readonly<Record<string, ButtonKind>> = {
  URL: 'url',
  COPY_CODE: 'copy_code',
  OTP: 'one_time_code',
  QUICK_REPLY: 'quick_reply',
  FLOW: 'flow',
  CATALOG: 'catalog',
  MPM: 'mpm',
  PHONE_NUMBER: 'phone',
};
const KNOWN = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];

/** Parses the components of a template. Never throws: unknown components make it `unsupported`. */
export function readTemplateForm({ components, parameterFormat }: TemplateSource): TemplateForm {
  const part = (type: string) => components.find((one) => upper(one.type) === type);
  const header = part('HEADER');
  const text = stringOf(part('BODY')?.text);
  const footer = stringOf(part('FOOTER')?.text);
  const list = part('BUTTONS')?.buttons;
  const buttons = (Array.isArray(list) ? list : []).map(readButton);
  const strange = components.find((one) => !KNOWN.includes(upper(one.type)));
  const isNamed = upper(parameterFormat) === 'NAMED';
  const readHeader = header ? headerOf(header, isNamed) : null;
  return {
    isNamed,
    header: readHeader,
    body: { text, variables: orderedVariables(text, isNamed) },
    footer: footer === '' ? null : footer,
    buttons,
    isBodyOnly: components.length === 1,
    unsupported: unsupportedBecause(
      strange && upper(strange.type),
      header !== undefined && !readHeader,
      buttons,
    ),
  };
}

/** Returns the variables of a text. Sorts numbered variables by number, whatever their order in the text. */
function orderedVariables(text: string, isNamed: boolean): string[] {
  const found = variablesIn(text);
  return isNamed ? found : found.sort((left, right) => Number(left) - Number(right));
}

function headerOf(header: Readonly<Record<string, unknown>>, isNamed: boolean): TemplateHeader | null {
  const format = upper(header.format ?? 'TEXT');
  const file = FILE_FORMATS.find((kind) => kind.toUpperCase() === format);
  if (file) return { kind: file };
  if (format === 'LOCATION') return { kind: 'location' };
  const text = stringOf(header.text);
  return format === 'TEXT' ? { kind: 'text', text, variables: orderedVariables(text, isNamed) } : null;
}

function readButton(value: unknown, index: number): TemplateButton {
  const button = isRecord(value) ? value : {};
  const kind = KINDS[upper(button.type)] ?? 'other';
  const url = kind === 'url' ? stringOf(button.url) : null;
  const needsValue =
    url === null ? ['copy_code', 'one_time_code', 'mpm'].includes(kind) : variablesIn(url).length > 0;
  return { index, kind, label: stringOf(button.text), url, needsValue };
}

function unsupportedBecause(
  strange: string | undefined,
  hasStrangeHeader: boolean,
  buttons: readonly TemplateButton[],
): string | null {
  if (strange !== undefined) return `It has a part (${strange.toLowerCase()}) that cannot be filled in here.`;
  if (hasStrangeHeader) return 'It has a kind of header that cannot be filled in here.';
  if (buttons.some((button) => button.kind === 'mpm'))
    return 'It shows a list of products, which cannot be filled in here. Send it through the API.';
  return null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function upper(value: unknown): string {
  return stringOf(value).toUpperCase();
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
