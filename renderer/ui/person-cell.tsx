import type { ReactNode } from 'react';
import { InitialsAvatar } from './initials-avatar.tsx';
import classes from './person-cell.module.css';

/** The person of a row: an avatar, and lines of text next to it. */
export function PersonCell({ name, seed, children }: { name: string; seed: string; children: ReactNode }) {
  return (
    <div className={classes.who}>
      <InitialsAvatar name={name} seed={seed} size={34} />
      <div className={classes.names}>{children}</div>
    </div>
  );
}
