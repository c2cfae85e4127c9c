import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/**
 * A command or a piece of data to copy. Lines break between words, never within `--option`. With `isLined`,
 * lines do not break and wide ones scroll, as in an editor. `maxHeight` is in pixels.
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
        // Code is written from left to right in every language.
        dir="ltr"
        className={classes.code}
        style={{ maxHeight }}
        // A scrolling area must be reachable by keyboard.
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

/** Wraps each word in an element, because browsers break lines after hyphens. */
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
