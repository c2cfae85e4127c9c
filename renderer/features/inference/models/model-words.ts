import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { currentLanguage, hasText, t } from '../../../lib/i18n.ts';

/** More languages than these are counted. */
const NAMED = 6;

/** Returns the license and the strengths of a model, as short texts in the current language. */
export function wordsOf(model: Model): string[] {
  const { isBuiltIn, isOwn, license } = model;
  if (isBuiltIn) return [t('inference:models.test.license'), t('inference:models.test.strengths')];
  if (!isOwn) return [license, strengthsOf(model)];
  return [
    license === '' ? t('inference:models.own.license') : t('inference:models.own.licenseClaim', { license }),
  ];
}

/** Returns the languages that a model lists: the first of them by name, those of this dashboard before others. */
export function languagesOf({ languages, isBuiltIn }: Model): string | null {
  if (isBuiltIn) return null;
  if (languages === null) return t('inference:models.languages.unknown');
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'language' });
  const named = languages.slice(0, NAMED).map((code) => names.of(code) ?? code);
  const list = new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'long' }).format(named);
  const count = languages.length - named.length;
  return count > 0
    ? t('inference:models.languages.more', { list, count })
    : t('inference:models.languages.all', { list });
}

/** What a model is good at, in the current language; a model that is new in the catalog has the catalog's words. */
function strengthsOf({ id, strengths }: Model): string {
  const key = `inference:models.strengths.${id.replaceAll('.', '_')}`;
  return hasText(key) ? (t as (key: string) => string)(key) : strengths;
}
