import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './settings-section.module.css';

/** A group of settings under a heading. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} mb={10}>
        {title}
      </Title>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
