import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './secret-box.module.css';

/** A secret in full, to copy. */
export function SecretBox({ secret }: { secret: string }) {
  return (
    <div className={classes.secret}>
      <code className={classes.value} data-testid="webhook-secret">
        {secret}
      </code>
      <CopyButton value={secret} />
    </div>
  );
}
