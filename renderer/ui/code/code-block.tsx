import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/**
 * A command or a piece of data to copy, exactly as it stands. Lines break between words only, never within `--option`;
 * with `isLined` they never break, as programs are written, and what is too wide scrolls. With `maxHeight`, in pixels,
 * what is too long scrolls too.
 */
export function CodeBlock({
  code,
  label,
  isLined = false,
  maxHeight,
}: {
  code: string;
  label: string;
  isLined?: boolean;
  maxHeight?: number;
}) {
  const isScrolling = isLined || maxHeight !== undefined;
  return (
    <figure className={classes.block} aria-label={label} data-lined={isLined || undefined}>
      <pre
        className={classes.code}
        style={{ maxHeight }}
        // What scrolls must be reachable by keyboard.
        tabIndex={isScrolling ? 0 : undefined}
      >
        {isLined ? code : wordsOf(code)}
      </pre>
      <div className={classes.copy}>
        {isLined && <span aria-hidden="true">{label}</span>}
        <CopyButton value={code} size="xs" />
      </div>
    </figure>
  );
}

/** Browsers break after every hyphen; what is a box of its own they break only where it is too wide for a line. */
function wordsOf(code: string) {
  let position = 0;
  return code.split(/(\s+)/).map((part, index) => {
    position += part.length;
    if (index % 2 === 1) return part;
    return (
      <span key={position} className={classes.word}>
        {part}
      </span>
    );
  });
}
