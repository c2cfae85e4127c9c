import type { ComponentProps } from 'react';
import classes from './code-chip.module.css';

/** A short part of a key or secret, in a row. */
export function CodeChip(props: ComponentProps<'code'>) {
  return <code className={classes.chip} {...props} />;
}
