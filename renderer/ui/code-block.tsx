import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A command or a piece of data to copy, exactly as it stands. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className={classes.block} aria-label={label}>
      <pre className={classes.code}>{code}</pre>
      <div className={classes.copy}>
        <CopyButton value={code} size="xs" />
      </div>
    </figure>
  );
}
