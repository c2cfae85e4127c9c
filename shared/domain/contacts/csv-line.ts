/** What a spreadsheet would run as a formula, and the apostrophes in front of it. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** A number, or a phone number: a spreadsheet shows it as it is. */
const NUMBER = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+?\d[\d ().-]*)$/i;

/**
 * Returns cells as a line of a CSV file. A cell that starts like a formula gets an apostrophe, so that no spreadsheet runs it.
 */
export function csvLine(cells: readonly string[]): string {
  const shown = cells.map((cell) => {
    const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
    // Where a comma is the decimal sign, a spreadsheet divides lines at semicolons.
    return /["\r\n,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${shown.join(',')}\r\n`;
}

/** Returns a cell of a file without the apostrophe that `csvLine` put before it. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
