import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link to WhatsApp Manager, in which a business manages its numbers and templates at Meta. */
export function WhatsAppManagerLink({ children }: { children?: ReactNode }) {
  return (
    <Anchor
      href="https://business.facebook.com/wa/manage/home/"
      target="_blank"
      rel="noopener noreferrer"
      inherit
      underline="always"
    >
      {children}
      {/* Not alone on the next line. */}
      <span aria-hidden="true">{'\u00a0↗'}</span>
    </Anchor>
  );
}
