import type { TextFinding } from '../../../shared/contract/assist/assist-text.ts';
import { CHECKED_VALUES_MAX } from '../../../shared/domain/assist/features.ts';
import { type Fact, findFacts } from '../../../shared/domain/assist/text/facts.ts';
import type { EditRefusal } from '../../../shared/domain/assist/text/findings.ts';
import {
  isInLanguage,
  type TextLanguage as NamedLanguage,
} from '../../../shared/domain/assist/text/language.ts';
import { gatherKnowledge, isSupported } from '../../../shared/domain/assist/text/support.ts';
import { GAP } from '../../../shared/domain/assist/text/verify.ts';
import {
  addedIdentifiers,
  type VerifyEditOptions,
  verifyEdit,
} from '../../../shared/domain/assist/text/verify-edit.ts';
import { localDayOf } from '../../../shared/domain/time/time-zones.ts';
import { knownToOthers } from '../../features/assist/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';

/** A text of the model after its check; null when it is not to be shown, with the reason. */
export interface CheckedText {
  text: string | null;
  findings: TextFinding[];
  refused: EditRefusal | null;
}

export interface CheckOptions extends Omit<VerifyEditOptions, 'today'> {
  /** The language that it should be in; null: any. */
  language: string | null;
  /** Whether a gap replaces each fact that no source states. */
  hasGaps?: boolean;
  /** From which “tomorrow” counts. */
  now: Date;
  /** Where it is that day; missing: it is not known. */
  timeZone?: string;
}

/**
 * Checks a text that the model has written from a person's own words. Unlike a draft, it says what that person wants to
 * say, promises included: what they did not say is marked and shown to them, or the text is refused.
 */
export function checkText(text: string, options: CheckOptions): CheckedText {
  const { given, context = [], language, hasGaps = false, now, timeZone = 'UTC' } = options;
  const today = localDayOf(now, timeZone);
  const verified = verifyEdit(text, { ...options, today });
  if (verified.refused) return { text: null, ...verified };
  const known = gatherKnowledge([given, ...context], today);
  const added = findFacts(text, today).filter((fact) => !isSupported(fact, text, known, today));
  const findings: TextFinding[] = added.map((fact) => ({
    kind: 'new_fact',
    text: text.slice(fact.start, fact.end),
  }));
  if (language !== null && !isInLanguage(text, namedLanguage(language)))
    findings.push({ kind: 'language', text: '' });
  return {
    text: hasGaps ? withGaps(text, added) : text,
    findings: [...findings, ...verified.findings],
    refused: null,
  };
}

/** Checks a text for a contact: an email, phone or code that it adds must not be another contact's. */
export async function checkTextFor(
  ctx: Context,
  contactId: Buffer | null,
  text: string,
  options: CheckOptions,
): Promise<CheckedText> {
  const values = addedIdentifiers(text, [options.given, ...(options.context ?? [])], CHECKED_VALUES_MAX);
  const isLookedUp = contactId !== null && values.length > 0;
  const others = isLookedUp ? await knownToOthers(ctx, encodeId('contact', contactId), values) : [];
  return checkText(text, { ...options, knownToOthers: others });
}

/** Returns a language code as the text rules name languages. */
export function namedLanguage(code: string | null): NamedLanguage {
  const base = code?.slice(0, 2) ?? 'unknown';
  return base === 'en' || base === 'pt' || base === 'es' ? base : code === null ? 'unknown' : 'other';
}

function withGaps(text: string, facts: readonly Fact[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of facts.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue;
    result += text.slice(from, start) + GAP;
    from = end;
  }
  return (result + text.slice(from)).replaceAll('[fact?]', GAP);
}
