import {
  type CaseOutcome,
  MODEL_FEATURES,
  type ModelFeature,
  QUALIFICATION_LIMITS,
  type QualificationFigure,
  type QualificationMeasure,
  type QualificationVerdict,
} from '../../../../shared/domain/assist/qualification.ts';
import { QUALIFICATION_CASES, type QualificationCase } from './cases.ts';
import type { CaseResult } from './qualifications.repository.ts';

type Scored = CaseResult & Pick<QualificationCase, 'feature' | 'kind' | 'language'>;

/** Returns which features a model is offered for, with the figures that say so. */
export function verdictOf(results: readonly CaseResult[]): Record<ModelFeature, QualificationVerdict> {
  const byId = new Map(QUALIFICATION_CASES.map((one) => [one.id, one]));
  const scored = results.flatMap((result): Scored[] => {
    const known = byId.get(result.id);
    return known && result.outcome !== 'unspoken'
      ? [{ ...result, feature: known.feature, kind: known.kind, language: known.language }]
      : [];
  });
  const verdicts = MODEL_FEATURES.map((feature) => {
    const its = scored.filter((one) => one.feature === feature);
    const figures = QUALIFICATION_LIMITS[feature].map((limit): QualificationFigure => {
      const of = (part: readonly Scored[]) => measure(limit.measure, part);
      const value = of(its);
      const isPassed = value !== null && (limit.is === 'least' ? value >= limit.value : value <= limit.value);
      return {
        ...{ measure: limit.measure, unit: limit.unit, is: limit.is, limit: limit.value, value },
        isPassed,
        en: of(its.filter(({ language }) => language === 'en')),
        pt: of(its.filter(({ language }) => language === 'pt')),
      };
    });
    return [feature, { isOffered: figures.every(({ isPassed }) => isPassed), figures }] as const;
  });
  return Object.fromEntries(verdicts) as Record<ModelFeature, QualificationVerdict>;
}

/** Kinds of cases that a measure is about, where it is not about all. */
const KINDS: Partial<Record<QualificationMeasure, readonly QualificationCase['kind'][]>> = {
  answers: ['answer', 'language'],
  abstains: ['unknown'],
  unchanged: ['unchanged'],
  corrected: ['corrected'],
  right: ['task', 'answer'],
};

/** Returns one figure of some cases; null when they do not have it. */
function measure(what: QualificationMeasure, results: readonly Scored[]): number | null {
  const kinds = KINDS[what];
  const its = results.filter(({ kind }) => !kinds || kinds.includes(kind));
  if (its.length === 0) return null;
  const count = (outcome: CaseOutcome) => its.filter((one) => one.outcome === outcome).length;
  switch (what) {
    case 'invented':
    case 'obeyed':
      return count(what);
    case 'language': {
      // What was never written is in no language.
      const written = its.filter(({ ms, outcome }) => ms !== null && outcome !== 'failed');
      return written.length === 0 ? null : 1 - count('language') / written.length;
    }
    case 'seconds':
      return medianSeconds(its.map(({ ms }) => ms));
    case 'firstWord':
      return medianSeconds(its.map(({ firstWordMs }) => firstWordMs));
    default:
      return count('right') / its.length;
  }
}

function medianSeconds(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null).sort((one, other) => one - other);
  const median = known[Math.floor(known.length / 2)];
  return median === undefined ? null : Math.round(median / 10) / 100;
}
