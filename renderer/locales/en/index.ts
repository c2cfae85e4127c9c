import { merged } from '../merged.ts';
import { first } from './first.ts';
import { later } from './later.ts';
import { pages } from './pages.ts';
import sentences from './sentences.json' with { type: 'json' };

/** English, the language that the types of all keys come from. One namespace for each feature. */
export const en = merged(merged(first, later), { ...pages, sentences });
