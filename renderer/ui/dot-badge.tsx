import type { ComponentProps } from 'react';
import classes from './dot-badge.module.css';

/**
 * A word with a dot before it. `className` sets its colours: `--badge-ink`, `--badge-ground` and, if the dot
 * has a different colour than the word, `--badge-dot`.
 */
export function DotBadge({ className, ...span }: ComponentProps<'span'> & { className: string | undefined }) {
  return <span className={`${classes.badge} ${className}`} {...span} />;
}
