/** How many formats of order numbers a workspace has, and how long one is. */
export const ORDER_FORMATS_MAX = 10;
export const ORDER_FORMAT_MAX = 30;

/** Letters, digits and marks; # stands for a digit and @ for a letter. With fewer digits, prices and years would match. */
const FORMAT = /^[\p{L}\p{N}#@./_-]{3,30}$/u;
const DIGITS_MIN = 3;

/** Returns whether a text is a format of order numbers, such as `AB-######`. */
export function isOrderFormat(text: string): boolean {
  return FORMAT.test(text) && (text.match(/#/g)?.length ?? 0) >= DIGITS_MIN;
}
