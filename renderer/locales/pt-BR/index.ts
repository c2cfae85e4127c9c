import { first } from './first.ts';
import { pages } from './pages.ts';

/** Brazilian Portuguese. */
export const ptBR = { ...first, ...pages };
