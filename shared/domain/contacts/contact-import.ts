/** What a file of contacts may have, and how its columns are understood. */

/** Limits of one file, and of the imports that a workspace keeps. */
export const IMPORT_LIMITS = {
  bytes: 25_000_000,
  rows: 100_000,
  columns: 100,
  cellCharacters: 2_000,
  rowCharacters: 20_000,
  kept: 10,
} as const;

/** Days after which an import is deleted, with what is needed to undo it. */
export const IMPORT_KEPT_DAYS = 30;

export const IMPORT_STATES = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'importing',
  'done',
  'canceled',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What becomes of a row. The first five are found by the check; what was stored is `created` or `updated`. */
export const ROW_OUTCOMES = [
  'new',
  'changed',
  'unchanged',
  'faulty',
  'duplicate',
  'created',
  'updated',
] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** What an import does with contacts that there are: take every value, only those that are missing, or nothing. */
export const IMPORT_MODES = ['overwrite', 'fill', 'skip'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The fields of contacts that a column can fill; a custom field is `field:` and its key. */
export const IMPORT_TARGETS = ['name', 'phone', 'email', 'status', 'tags', 'marketing'] as const;

const FIELD_PREFIX = 'field:';

/** Returns the key of the custom field that a target names; null for others. */
export function fieldKeyOf(target: string): string | null {
  return target.startsWith(FIELD_PREFIX) ? target.slice(FIELD_PREFIX.length) : null;
}

/** Returns the target that stands for a custom field. */
export function fieldTarget(key: string): string {
  return `${FIELD_PREFIX}${key}`;
}

/** Headers in English and Portuguese, folded. */
const HEADERS: Readonly<Record<(typeof IMPORT_TARGETS)[number], readonly string[]>> = {
  name: [
    'name',
    'full name',
    'contact',
    'contact name',
    'customer',
    'nome',
    'nome completo',
    'contato',
    'cliente',
  ],
  phone: [
    ...[
      'phone',
      'phone number',
      'number',
      'mobile',
      'mobile number',
      'cell',
      'cell phone',
      'telephone',
      'tel',
    ],
    ...['whatsapp', 'whatsapp number', 'telefone', 'numero', 'numero de telefone', 'celular', 'fone'],
  ],
  email: ['email', 'e mail', 'email address', 'mail', 'endereco de email', 'correio eletronico'],
  status: ['status', 'stage', 'lead status', 'situacao', 'etapa'],
  tags: ['tags', 'tag', 'labels', 'groups', 'etiquetas', 'etiqueta', 'marcadores', 'grupos'],
  marketing: [
    ...['marketing', 'marketing consent', 'consent', 'opt in', 'optin', 'subscribed', 'newsletter'],
    ...['consentimento', 'aceita marketing', 'inscrito'],
  ],
};

/** Returns a header for comparison: lower case, without accents, signs as spaces. */
function folded(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns what each column most likely fills, by its header; null: nothing. No target is returned twice. */
export function guessMapping(
  headers: readonly string[],
  fields: readonly { key: string; name: string }[],
): (string | null)[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const name = folded(header);
    if (name === '') return null;
    const known = IMPORT_TARGETS.find((target) => HEADERS[target].includes(name));
    const field = fields.find((one) => folded(one.name) === name || folded(one.key) === name);
    const target = known ?? (field ? fieldTarget(field.key) : null);
    if (target === null || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}
