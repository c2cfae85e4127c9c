import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandMark } from '../brand-mark.tsx';
import classes from './entry-page.module.css';
import { LanguageSelect } from './language-select.tsx';

/** The layout of the pages before sign-in: a card with the logo above it and the language below. */
export function EntryPage({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className={classes.scroll}>
      <main className={classes.page}>
        <div className={classes.brand}>
          <BrandMark size={36} />
          <span>Switchboard</span>
        </div>
        <section className={classes.card}>
          <Title order={1}>{title}</Title>
          {lead !== undefined && (
            <Text c="dimmed" mt={6}>
              {lead}
            </Text>
          )}
          <div className={classes.body}>{children}</div>
        </section>
        <footer className={classes.footer}>
          {footer !== undefined && <div>{footer}</div>}
          <LanguageSelect />
        </footer>
      </main>
    </div>
  );
}
