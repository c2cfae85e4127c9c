/** Returns the text that a phone would show for a message. Types without text are named in brackets. */
export function previewOf(type: string, payload: unknown): string {
  const fields: Record<string, unknown> =
    typeof payload === 'object' && payload !== null ? { ...payload } : {};
  const words = [fields.body, fields.caption, fields.filename, fields.text, fields.emoji].find(
    (value) => typeof value === 'string',
  );
  if (type === 'text') return typeof words === 'string' ? words : '';
  if (type === 'template') return templateWords(fields);
  if (type === 'interactive' && isObject(fields.body)) return String(fields.body.text ?? '');
  const label = `[${type}]`;
  return typeof words === 'string' && words !== '' ? `${label} ${words}` : label;
}

function templateWords(fields: Record<string, unknown>): string {
  const components = Array.isArray(fields.components) ? fields.components.filter(isObject) : [];
  const values = components
    .filter((component) => component.type === 'body' && Array.isArray(component.parameters))
    .flatMap((component) => component.parameters as unknown[])
    .flatMap((parameter) =>
      isObject(parameter) && typeof parameter.text === 'string' ? [parameter.text] : [],
    );
  return [`[template] ${String(fields.name)}`, ...values].join(' · ');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
