import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/**
 * A command or a piece of data to copy, exactly as it stands. Lines break between words only, never within `--option`.
 * With `maxHeight`, in pixels, what is longer scrolls.
 */
export function CodeBlock({ code, label, maxHeight }: { code: string; label: string; maxHeight?: number }) {
  return (
    <figure className={classes.block} aria-label={label}>
      <pre
        className={classes.code}
        style={{ maxHeight }}
        // What scrolls must be reachable by keyboard.
        tabIndex={maxHeight === undefined ? undefined : 0}
      >
        {wordsOf(code)}
      </pre>
      <div className={classes.copy}>
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
