const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** Languages to choose from, by their names in order; a code that nobody knows stands for itself. */
export function languageOptions(codes: readonly string[]): { value: string; label: string }[] {
  return [...new Set(codes)]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((left, right) => left.label.localeCompare(right.label));
}

function nameOf(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
