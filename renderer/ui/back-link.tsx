import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';

/** Leads back to the page that this one belongs to, from above its title; `children` is the name of that page. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <Anchor component={Link} to={to} underline="hover" inherit>
      ← {children}
    </Anchor>
  );
}
