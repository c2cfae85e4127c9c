import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../shared/domain/errors.ts';
import { ApiError, sentenceOf } from '../lib/api/api-error.ts';
import { capitalised } from '../lib/forms/form-errors.ts';
import { changeLanguage, hasText, loadPageTexts } from '../lib/i18n.ts';
import { reasonText } from '../lib/reason-text.ts';
import { translateSentence } from '../lib/translate-sentence.ts';
import { en } from './en/index.ts';

beforeAll(async () => {
  await changeLanguage('pt-BR');
  await loadPageTexts();
});
afterAll(() => changeLanguage('en'));

/** Files with messages that only programs receive: the dashboard never sends such requests. */
const API_ONLY = [
  'checks/explained-by-type.ts',
  'checks/one-of-two.ts',
  'template-components.ts',
  'templates/template-check.ts',
  'send-interactive.ts',
  'send-message.ts',
  'send-shared.ts',
];

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
    // Sentences with a code are in `en.reasons`.
    if (!/(?<!\.test)\.ts$/.test(file) || API_ONLY.includes(file) || file.startsWith('reasons')) continue;
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

/** The literals of the errors that a folder throws: their messages and the messages of their details. */
function errorsIn(folder: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node, isError: boolean): void => {
    const text = isError ? textOf(node) : null;
    if (text !== null && (SENTENCE.test(text) || MESSAGE.test(text))) found.add(text);
    const isThrown = ts.isNewExpression(node) && node.expression.getText() === 'AppError';
    ts.forEachChild(node, (child) => visit(child, isError || isThrown));
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.ts$/.test(file)) continue;
    const source = readFileSync(join(folder, file), 'utf8');
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), false);
  }
  return [...found].sort();
}

/** Errors that only the command line and programs get. */
const NOT_ON_SCREEN = ['This API key lacks the permission {}.', 'There is no business in the sandbox at {}.'];

const { contract, desktop, server } = en.sentences;

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

  it('include no error of features and flows without a translation', () => {
    const said = ['server/features', 'server/flows'].flatMap(errorsIn);
    expect(said.length).toBeGreaterThan(5);
    const sentences = Object.values(server);
    const missing = said.filter((text) => !isKnown(text, sentences) && !NOT_ON_SCREEN.includes(text));
    expect(missing).toEqual([]);
  });

  it('are each translated to a different sentence', () => {
    for (const sentence of [contract, desktop, server].flatMap((part) => Object.values(part))) {
      const filled = sentence.replace(/\{\{\w+\}\}/g, '42');
      expect(translateSentence(filled), filled).not.toBe(filled);
    }
    expect(translateSentence('must have at most 80 characters')).toBe('deve ter no máximo 80 caracteres');
    expect(capitalised('must not be empty')).toBe('Não pode ficar vazio');
    expect(translateSentence('Something new')).toBe('Something new');
  });
});

describe('a sentence of the server with a code', () => {
  it('has a text for every code, with the same values', () => {
    for (const [subject, sentences] of Object.entries(en.reasons))
      for (const [code, sentence] of Object.entries(sentences)) {
        const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
        const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
        const text = reasonText(subject as keyof typeof en.reasons, { code, params, sentence });
        expect(text, `${subject}.${code}`).not.toBe(sentence);
        for (const name of names) expect(text, `${subject}.${code}`).toContain(`<${name}>`);
      }
  });

  it('has a text for what each model of the catalog is good at', () => {
    const { models } = JSON.parse(readFileSync('models/catalog.json', 'utf8')) as {
      models: { id: string; strengths: string }[];
    };
    for (const { id, strengths } of models) {
      const name = id.replaceAll('.', '_');
      expect(en.inference.models.strengths).toHaveProperty(name, strengths);
      expect(hasText(`inference:models.strengths.${name}`)).toBe(true);
    }
  });

  it('stays English when its code is not known, or an older server sends none', () => {
    const sentence = 'The file is too blue.';
    expect(reasonText('media', { code: 'too_blue', params: {}, sentence })).toBe(sentence);
    expect(reasonText('media', { code: null, sentence })).toBe(sentence);
    expect(reasonText('media', { code: undefined, sentence })).toBe(sentence);
  });

  it('translates a sentence inside it', () => {
    const params = { model: 'qwen', reason: 'The engine did not answer.', fallback: 'tiny-test' };
    expect(reasonText('models', { code: 'not_loaded', params, sentence: '' })).toBe(
      'Não foi possível carregar qwen: O motor não respondeu. tiny-test é usado no lugar dele.',
    );
  });
});

describe('a server error', () => {
  it('is translated by its code, unless the server’s message is more specific', () => {
    const { message, status } = ERRORS.contact_not_found;
    expect(new ApiError('contact_not_found', { message, status }).message).toBe('Contato não encontrado.');
    expect(new ApiError('platform_refused', { message: 'Said by WhatsApp.' }).message).toBe(
      'Said by WhatsApp.',
    );
    expect(new ApiError('unavailable').message).toMatch(/^O serviço não pode/);
  });

  it('contains the field and its error', () => {
    const details = [{ path: 'body.name', message: 'must not be empty' }];
    const error = new ApiError('validation_failed', { message: ERRORS.validation_failed.message, details });
    expect(sentenceOf(error)).toBe('body.name: não pode ficar vazio');
  });
});
