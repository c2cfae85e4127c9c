import i18next, { type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/domain/language.ts';
import { first } from '../locales/en/first.ts';
import type { en } from '../locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
  }
}

/** The languages of the dashboard, each with its native name. */
export const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'pt-BR', label: 'Português (Brasil)' },
];

const STORED_AS = 'switchboard.language';

/** Texts that are loaded when they are needed. The tests check that no translation is missing. */
const LOADED = {
  en: {
    first: async () => ({ first }),
    later: () => import('../locales/en/later.ts'),
    pages: () => import('../locales/en/pages.ts'),
  },
  'pt-BR': {
    first: () => import('../locales/pt-BR/first.ts'),
    later: () => import('../locales/pt-BR/later.ts'),
    pages: () => import('../locales/pt-BR/pages.ts'),
  },
} as const satisfies Record<Language, unknown>;
/** What the form of a plural depends on. */
type PluralOf = [language: string, count: number, ...options: unknown[]];
/** A count whose form is that of zero in all languages here. */
const MANY = 2;

let hasLater = false;
let hasPages = false;

type Sentences = Readonly<Record<string, string>>;
/** The server's sentences in English: other languages recognize them by these. */
interface Patterns {
  /** Of the error codes. */
  codes: Sentences;
  /** With a code, by subject. */
  reasons: Readonly<Record<'channel' | 'models', Sentences>>;
  /** Without a code, by part. */
  sentences: Readonly<Record<string, Sentences>>;
}
let patterns: Patterns | null = null;

i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: first },
  defaultNS: 'common',
  initAsync: false,
  interpolation: { escapeValue: false },
});

// Unicode's rules of Portuguese, which i18next follows, say “0 mensagem”; people write “0 mensagens” (decision 0342).
const plurals = i18next.services.pluralResolver as { getSuffix: (...given: PluralOf) => string };
const suffixOf = plurals.getSuffix.bind(plurals);
plurals.getSuffix = (language, count, ...options) =>
  suffixOf(language, count === 0 ? MANY : count, ...options);

// Registered first, because remounted components read the direction from the page.
i18next.on('languageChanged', (language) => {
  if (typeof document === 'undefined') return;
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
});

/**
 * Returns the text of a key in the current language: `t('inbox:composer.send')`. A key without a namespace
 * belongs to `common`. The app remounts when the language changes, so this may be called anywhere except at
 * module level.
 */
export const t: TFunction<readonly ['common', ...(keyof typeof en)[]]> = i18next.t;

/** Returns whether a key has a text. A newer server can send codes that this screen does not know. */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}

/** Returns the server's sentences in English; null before the texts of another language were loaded. */
export function sentencePatterns() {
  return patterns;
}

/** Returns the current language. */
export function currentLanguage(): Language {
  return asLanguage(i18next.language) ?? 'en';
}

/** Returns the writing direction of the current language. */
export function currentDirection(): 'ltr' | 'rtl' {
  return i18next.dir();
}

/** Returns the initial language: the one chosen on this device, or the best match for the browser. */
export function preferredLanguage(): Language {
  const chosen = asLanguage(globalThis.localStorage?.getItem(STORED_AS) ?? '');
  if (chosen) return chosen;
  const preferred = globalThis.navigator?.languages ?? [];
  for (const tag of preferred) {
    if (tag.toLowerCase().startsWith('pt')) return 'pt-BR';
    if (tag.toLowerCase().startsWith('en')) return 'en';
  }
  return 'en';
}

/**
 * Loads the texts of a language and switches to it. Stores the choice on this device.
 * @throws when the texts cannot be loaded; the language does not change.
 */
export async function changeLanguage(language: Language): Promise<void> {
  addTexts(language, (await LOADED[language].first()).first);
  if (hasLater) await addLater(language);
  if (hasPages) addTexts(language, (await LOADED[language].pages()).pages);
  await i18next.changeLanguage(language);
  globalThis.localStorage?.setItem(STORED_AS, language);
}

/**
 * Loads the texts that the list of conversations is shown without. Returns nothing when they are loaded.
 * @throws when they cannot be loaded.
 */
export function loadLaterTexts(): Promise<void> | undefined {
  return hasLater ? undefined : load();

  async function load(): Promise<void> {
    await addLater(currentLanguage());
    hasLater = true;
  }
}

async function addLater(language: Language): Promise<void> {
  const loaded = await LOADED[language].later();
  addTexts(language, loaded.later);
  patterns = loaded.patterns ?? patterns;
}

/**
 * Loads all texts, for the pages outside the inbox. Returns nothing when they are loaded, so that a page needs no
 * further frame.
 * @throws when they cannot be loaded.
 */
export function loadPageTexts(): Promise<void> | undefined {
  return hasPages ? undefined : load();

  async function load(): Promise<void> {
    const language = currentLanguage();
    const [{ pages }] = await Promise.all([LOADED[language].pages(), loadLaterTexts()]);
    addTexts(language, pages);
    hasPages = true;
  }
}

function addTexts(language: Language, texts: Readonly<Record<string, object>>): void {
  for (const [namespace, resources] of Object.entries(texts)) {
    // A namespace can be in several files.
    i18next.addResourceBundle(language, namespace, resources, true, true);
  }
}

/** Calls `listener` after every language change. Returns a function that unsubscribes it. */
export function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Returns the supported language for a tag; null when there is none. */
export function asLanguage(tag: string): Language | null {
  return LANGUAGES.find(({ value }) => value === tag)?.value ?? null;
}
