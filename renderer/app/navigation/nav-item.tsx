import { VisuallyHidden } from '@mantine/core';
import { type LinkProps, useLinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode, Ref } from 'react';
import { formatBadge } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { Tip } from '../../ui/overlays/tip.tsx';
import classes from './nav-item.module.css';

export interface NavAnchorProps {
  to: LinkProps['to'];
  search?: LinkProps['search'];
  /** Keeps the open conversation. Without it, a link to the inbox leads to the list, also on a phone. */
  keepsConversation?: boolean;
  isCurrent: boolean;
  /** The name that assistive technology reads, where the content does not say it all. */
  name?: string | undefined;
  className?: string | undefined;
  isCompact?: boolean;
  isNested?: boolean;
  onClick?: (() => void) | undefined;
  testId: string;
  children: ReactNode;
  ref?: Ref<Element>;
}

/**
 * A link to a page. The caller decides what is current: the router would also mark the section above an open view,
 * and every page that the address begins with.
 */
export function NavAnchor({
  to,
  search,
  keepsConversation = false,
  isCurrent,
  name,
  isCompact,
  isNested,
  testId,
  ref,
  ...rest
}: NavAnchorProps) {
  const link = useLinkProps(
    {
      to,
      search,
      params: keepsConversation || { conversationId: undefined },
      activeProps: {},
      ...rest,
    } as Parameters<typeof useLinkProps>[0],
    ref,
  );
  return (
    <a
      {...link}
      href={link.href}
      aria-label={name}
      aria-current={isCurrent ? 'page' : undefined}
      data-compact={isCompact || undefined}
      data-nested={isNested || undefined}
      data-testid={testId}
    >
      {rest.children}
    </a>
  );
}

export interface ItemContent {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;
  label: string;
  /** Shows the icon alone; the label becomes a tooltip. */
  isCompact?: boolean;
  /** A view below its section. */
  isNested?: boolean;
  /** The number at the end. Zero is not shown. */
  count?: number | null;
  needsAttention?: boolean;
}

/** A link of the sidebar. */
export function NavItem({
  icon,
  label,
  count = null,
  needsAttention = false,
  name,
  ...anchor
}: ItemContent & Omit<NavAnchorProps, 'children' | 'className'>) {
  const { isCompact = false, isNested = false } = anchor;
  return (
    <Tip label={label} position="right" disabled={!isCompact}>
      <NavAnchor
        {...anchor}
        className={classes.item}
        name={name ?? nameOf({ label, isCompact, needsAttention })}
      >
        <Content {...{ icon, label, count, needsAttention, isCompact, isNested }} />
      </NavAnchor>
    </Tip>
  );
}

/** A link of the sidebar that leaves the dashboard, in a tab of its own. */
export function NavExternal({
  href,
  testId,
  onClick,
  ...content
}: ItemContent & { href: string; testId: string; onClick?: (() => void) | undefined }) {
  const { isCompact = false } = content;
  return (
    <Tip label={content.label} position="right" disabled={!isCompact}>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className={classes.item}
        onClick={onClick}
        aria-label={nameOf(content)}
        data-compact={isCompact || undefined}
        data-testid={testId}
      >
        <Content {...content} />
      </a>
    </Tip>
  );
}

/** A button that looks like the links around it. */
export function NavButton({
  onClick,
  testId,
  ...content
}: ItemContent & { onClick: () => void; testId: string }) {
  return (
    <button
      type="button"
      className={`${classes.item} ${classes.button}`}
      onClick={onClick}
      data-testid={testId}
    >
      <Content {...content} />
    </button>
  );
}

/** Returns the name of an item whose label is not on the screen. */
function nameOf({
  label,
  isCompact,
  needsAttention,
}: Pick<ItemContent, 'label' | 'isCompact' | 'needsAttention'>) {
  if (!isCompact) return undefined;
  return needsAttention ? t('app:sections.attention', { section: label }) : label;
}

function Content({ icon: Icon, label, isCompact, isNested, count = null, needsAttention }: ItemContent) {
  return (
    <>
      <Icon size={isNested ? 16 : 18} stroke={1.7} aria-hidden="true" />
      {!isCompact && <span className={classes.label}>{label}</span>}
      {count !== null && count > 0 && <span className={classes.count}>{formatBadge(count)}</span>}
      {needsAttention && (
        <span className={classes.dot} data-testid="attention">
          <VisuallyHidden>{t('app:sections.needsAttention')}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
