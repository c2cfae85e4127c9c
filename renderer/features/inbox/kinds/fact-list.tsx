import type { ReactNode } from 'react';
import classes from './kind-card.module.css';

/** A list of names and values under the card of a message. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={classes.parts}>
      {facts.flatMap(([name, value], index) => [
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a message never change their order
        <dt key={`${index} name`}>{name}</dt>,
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a message never change their order
        <dd key={index} dir="auto">
          {value}
        </dd>,
      ])}
    </dl>
  );
}
