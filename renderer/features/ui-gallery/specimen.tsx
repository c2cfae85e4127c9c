import type { ReactNode } from 'react';
import classes from './ui-gallery.module.css';

/** Components, by their names in the code. */
export function Specimen({ of, children }: { of: readonly string[]; children: ReactNode }) {
  const name = of.join(', ');
  return (
    <section className={classes.specimen} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

/** The states of a component beside each other, each with its name. */
export function States({ of }: { of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <div className={classes.states}>
      {of.map(([state, part]) => (
        <div key={state} className={classes.state}>
          <span className={classes.label}>{state}</span>
          {part}
        </div>
      ))}
    </div>
  );
}
