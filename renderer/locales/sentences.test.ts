import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../shared/domain/errors.ts';
import { ApiError, sentenceOf } from '../lib/api/api-error.ts';
import { capitalised } from '../lib/forms/form-errors.ts';
import { changeLanguage } from '../lib/i18n.ts';
import { translateSentence } from '../lib/translate-sentence.ts';
import { en } from './en/index.ts';

beforeAll(() => changeLanguage('pt-BR'));
afterAll(() => changeLanguage('en'));

/** Files with messages that only programs receive: the dashboard never sends such requests. */
const API_ONLY = ['explained-by-type.ts', 'template-components.ts', 'template-check.ts', 'send-message.ts'];

/** Matches a message about a field by its first words. */
const MESSAGE = /^(?:must|is|are|has|have|cannot|does not|starts with|waits|was) /;
/** Matches a complete sentence, or one that begins with a value. */
const SENTENCE = /^(?:\p{Lu}\p{Ll}+ |\{\} ).*\.$/u;

/** Returns a literal with `{}` for each `${…}`; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** Returns the texts in a folder that match `pattern`, except API descriptions and log lines. */
function textsIn(folder: string, pattern: RegExp): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(?:\.describe|\.meta|^log|^say)$/.test(node.expression.getText()))
      return;
    const text = textOf(node);
    if (text !== null && pattern.test(text)) found.add(text);
    ts.forEachChild(node, visit);
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.ts$/.test(file) || API_ONLY.includes(file)) continue;
    const source = readFileSync(join(folder, file), 'utf8');
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  }
  return [...found].sort();
}

/** Returns whether a literal is translated, or matches a sentence of the table with values in its gaps. */
function isKnown(text: string, sentences: readonly string[]): boolean {
  const filled = text.replaceAll('{}', '42');
  if (translateSentence(filled) !== filled) return true;
  const parts = text.split('{}').map((part) => part.replace(/[.*+?()[\]\\^$|{}]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.+')}$`, 'u');
  return parts.length > 1 && sentences.some((sentence) => pattern.test(sentence));
}

const { contract, desktop } = en.errors.sentences;

describe('the English messages of the server and the desktop', () => {
  it('include no contract message without a translation', () => {
    const said = ['shared/contract', 'shared/domain'].flatMap((folder) => textsIn(folder, MESSAGE));
    expect(said.length).toBeGreaterThan(40);
    expect(said.filter((text) => !isKnown(text, Object.values(contract)))).toEqual([]);
  });

  it('include no desktop sentence without a translation', () => {
    const said = textsIn('electron', SENTENCE);
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((text) => !isKnown(text, Object.values(desktop)))).toEqual([]);
  });

  it('are each translated to a different sentence', () => {
    for (const sentence of [...Object.values(contract), ...Object.values(desktop)]) {
      const filled = sentence.replace(/\{\{\w+\}\}/g, '42');
      expect(translateSentence(filled), filled).not.toBe(filled);
    }
    expect(translateSentence('must have at most 80 characters')).toBe('deve ter no máximo 80 caracteres');
    expect(capitalised('must not be empty')).toBe('Não pode ficar vazio');
    expect(translateSentence('Something new')).toBe('Something new');
  });
});

describe('a server error', () => {
  it('is translated by its code, unless the server’s message is more specific', () => {
    const { message, status } = ERRORS.contact_not_found;
    expect(new ApiError('contact_not_found', { message, status }).message).toBe('Este contato não existe.');
    expect(new ApiError('platform_refused', { message: 'Said by the platform.' }).message).toBe(
      'Said by the platform.',
    );
    expect(new ApiError('unavailable').message).toMatch(/^O serviço não pode/);
  });

  it('contains the field and its error', () => {
    const details = [{ path: 'body.name', message: 'must not be empty' }];
    const error = new ApiError('validation_failed', { message: ERRORS.validation_failed.message, details });
    expect(sentenceOf(error)).toBe('body.name: não pode ficar vazio');
  });
});
