/**
 * Thoughts that a model writes into its answer: an engine that knows the model's template reports them apart, others pass
 * them on as text.
 */

const NAMES = '(?:think|thinking|thought|thoughts|reasoning)';
const BEGIN = new RegExp(`^\\s*(?:<${NAMES}>|\\[think\\])`, 'i');
/** Some templates begin the thought themselves: then only its end stands in the answer. */
const END = new RegExp(`^[\\s\\S]*(?:</${NAMES}>|\\[/think\\])`, 'i');
/** The longest mark that begins a thought. */
const BEGIN_MAX = '<reasoning>'.length;

/** Returns an answer without the thoughts before it; an empty text while it is nothing else. */
export function withoutThoughts(answer: string): string {
  const rest = answer.replace(END, '');
  // One that has no end is all there is.
  if (BEGIN.test(rest)) return '';
  return rest === answer ? answer : rest.trimStart();
}

/** Returns a function that takes the pieces of an answer, and returns what of them may be shown. */
export function createThoughtFilter(): (piece: string) => string {
  let text = '';
  let shown = 0;
  return (piece) => {
    text += piece;
    const start = text.trimStart();
    const mayBegin =
      start === '' || (start.length < BEGIN_MAX && /^[<[]/.test(start) && !/[>\]]/.test(start));
    if (mayBegin) return '';
    const rest = withoutThoughts(text);
    // What was shown before its end came cannot be taken back; the whole answer comes without it.
    if (rest.length <= shown) return '';
    const next = rest.slice(shown);
    shown = rest.length;
    return next;
  };
}
