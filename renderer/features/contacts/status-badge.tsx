import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import { statusLabel } from './contact-labels.ts';
import classes from './status-badge.module.css';

/** A contact's status, by word and colour. */
export function StatusBadge({ status }: { status: ContactStatus }) {
  return (
    <DotBadge className={classes.badge} data-status={status}>
      {statusLabel(status)}
    </DotBadge>
  );
}
