import { first } from './first.ts';
import { pages } from './pages.ts';
import sentences from './sentences.json' with { type: 'json' };

/** English, the language that the types of all keys come from. One namespace for each feature. */
export const en = { ...first, ...pages, sentences };
