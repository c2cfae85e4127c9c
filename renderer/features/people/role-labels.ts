import type { Role } from '../../../shared/domain/roles.ts';
import { t } from '../../lib/i18n.ts';

/** Returns the name of a role. */
export function roleLabel(role: Role): string {
  return t(`people:roles.${role}.label`);
}

/** Returns a one-line description of what a role may do. */
export function roleDescription(role: Role): string {
  return t(`people:roles.${role}.meaning`);
}
