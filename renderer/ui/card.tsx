import type { ReactNode } from 'react';
import classes from './card.module.css';

/** A raised container for one element, such as a table. */
export function Card({ children, padded = false }: { children: ReactNode; padded?: boolean }) {
  return (
    <section className={classes.card} data-padded={padded || undefined}>
      {children}
    </section>
  );
}
