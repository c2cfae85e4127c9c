import { CopyButton } from './copy-button.tsx';
import classes from './secret-value.module.css';

/** A secret in full, to copy. */
export function SecretValue({ value, testId }: { value: string; testId: string }) {
  return (
    <div className={classes.secret}>
      <code className={classes.value} data-testid={testId}>
        {value}
      </code>
      <CopyButton value={value} />
    </div>
  );
}
