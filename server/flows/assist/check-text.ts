import type { TextFinding } from '../../../shared/contract/assist/assist-text.ts';
import { type Fact, findFacts } from '../../../shared/domain/assist/text/facts.ts';
import {
  isInLanguage,
  type TextLanguage as NamedLanguage,
} from '../../../shared/domain/assist/text/language.ts';
import { gatherKnowledge, isSupported } from '../../../shared/domain/assist/text/support.ts';
import { GAP } from '../../../shared/domain/assist/text/verify.ts';
import { localDayOf } from '../../../shared/domain/time/time-zones.ts';

/**
 * Checks a text that the model has written from a person's own words. Unlike a draft, it says what that person wants to
 * say, promises included: what they did not say is marked, and shown to them.
 */
export function checkText(
  text: string,
  {
    sources,
    language,
    hasGaps = false,
    now,
    timeZone = 'UTC',
  }: {
    sources: readonly string[];
    /** The language that it should be in; null: any. */
    language: string | null;
    /** Whether a gap replaces each fact that no source states. */
    hasGaps?: boolean;
    /** From which “tomorrow” counts. */
    now: Date;
    /** Where it is that day; missing: it is not known. */
    timeZone?: string;
  },
): { text: string; findings: TextFinding[] } {
  const today = localDayOf(now, timeZone);
  const known = gatherKnowledge(sources, today);
  const added = findFacts(text, today).filter((fact) => !isSupported(fact, text, known, today));
  const findings: TextFinding[] = added.map((fact) => ({
    kind: 'new_fact',
    text: text.slice(fact.start, fact.end),
  }));
  if (language !== null && !isInLanguage(text, namedLanguage(language)))
    findings.push({ kind: 'language', text: '' });
  return { text: hasGaps ? withGaps(text, added) : text, findings };
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
