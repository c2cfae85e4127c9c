import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { capsOf, writeKeys } from '../lib/commands/keys.ts';
import classes from './key-caps.module.css';

/** The keys of a command, drawn as caps. A screen reader reads them as text. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={classes.keys} role="img" aria-label={writeKeys(keys)}>
      {capsOf(keys).map((chord, index) => (
        // The caps of a sequence never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <Fragment key={index}>
          {chord.map((cap) => (
            <Kbd key={cap} size="xs" className={classes.cap}>
              {cap}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
