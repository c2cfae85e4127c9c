import type { PartResult } from './page.mjs';

export function runPart(words: string[], options: { limitMs: number }): Promise<PartResult>;
