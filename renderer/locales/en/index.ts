import { first } from './first.ts';
import { pages } from './pages.ts';

/** English, the language that the types of all keys come from. One namespace for each feature. */
export const en = { ...first, ...pages };
