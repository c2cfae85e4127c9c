import type { Template } from '../../../shared/contract/templates.contract.ts';
import type { TemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { isSendable, reasonInWords } from '../../../shared/domain/templates/template-status.ts';
import { t } from '../../lib/i18n.ts';

const STATUSES = [
  'approved',
  'archived',
  'deleted',
  'disabled',
  'flagged',
  'in_appeal',
  'limit_exceeded',
  'locked',
  'paused',
  'pending',
  'pending_deletion',
  'reinstated',
  'rejected',
] as const;
const CATEGORIES = ['authentication', 'marketing', 'service', 'utility'] as const;
const QUALITIES = ['green', 'red', 'unknown', 'yellow'] as const;
const REASONS = [
  'abusive_content',
  'incorrect_category',
  'invalid_format',
  'promotional',
  'scam',
  'tag_content_mismatch',
] as const;

/** Formats a platform constant that has no translation: `PENDING_DELETION` becomes "Pending deletion". */
export function formatConstant(word: string): string {
  const text = reasonInWords(word);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the status of a template as text. */
export function statusText(status: string): string {
  const known = knownWord(STATUSES, status);
  return known ? t(`templates:status.${known}`) : formatConstant(status);
}

/** Returns the category of a template as text. */
export function categoryText(category: string): string {
  const known = knownWord(CATEGORIES, category);
  return known ? t(`templates:category.${known}`) : formatConstant(category);
}

/** Returns the quality of a template as text. */
export function qualityText(quality: string): string {
  const known = knownWord(QUALITIES, quality);
  return known ? t(`templates:quality.${known}`) : formatConstant(quality);
}

/** Returns why a template was rejected, as text for after a colon or in brackets. */
export function rejectionText(reason: string): string {
  const known = knownWord(REASONS, reason);
  return known ? t(`templates:reason.${known}`) : reasonInWords(reason);
}

/** Returns why a template cannot be sent, as a sentence; null when it can. */
export function whyBlocked(template: Template): string | null {
  if (isSendable(template)) return null;
  const { status, rejectedReason } = template;
  switch (status) {
    case 'REJECTED':
      return rejectedReason === null
        ? t('templates:blocked.rejected')
        : t('templates:blocked.rejectedBecause', { reason: rejectionText(rejectedReason) });
    case 'PENDING':
      return t('templates:blocked.pending');
    case 'IN_APPEAL':
      return t('templates:blocked.inAppeal');
    case 'PAUSED':
      return t('templates:blocked.paused');
    case 'DISABLED':
      return t('templates:blocked.disabled');
    case 'PENDING_DELETION':
      return t('templates:blocked.pendingDeletion');
    case 'ARCHIVED':
      return t('templates:blocked.archived');
    case 'LIMIT_EXCEEDED':
      return t('templates:blocked.limitExceeded');
    case 'LOCKED':
      return t('templates:blocked.locked');
    default:
      return t('templates:blocked.other', { status: statusText(status) });
  }
}

/** Returns why the form cannot fill a template, as a sentence; null when it can. */
export function whyUnsupported({ unsupported, buttons }: TemplateForm): string | null {
  if (unsupported === null) return null;
  return buttons.some(({ kind }) => kind === 'mpm')
    ? t('templates:unsupported.products')
    : t('templates:unsupported.part');
}

function knownWord<Word extends string>(words: readonly Word[], word: string): Word | undefined {
  return words.find((one) => one === word.toLowerCase());
}
