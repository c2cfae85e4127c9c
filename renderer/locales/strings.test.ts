import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { en } from './en/index.ts';

/**
 * The number of texts outside of the locale files, by folder. Numbers may only decrease: lower them when the
 * test fails. Unlisted folders may have none.
 */
const ALLOWED: Readonly<Record<string, number>> = {};

/** Programs in other languages, which are not translated. */
const PROGRAMS = ['features/inference/snippets.ts', 'features/webhooks/endpoints/snippets.ts'];

/** Names and samples that are the same in every language. */
const NAMES = [
  'Switchboard',
  'English',
  'Português (Brasil)',
  'crm.example.com',
  'https://',
  'XXXXX-XXXXX-XXXXX-XXXXX',
  'svc_…',
  'whsec_…',
  'webhook-id',
  'x-team',
  // Keyboard keys.
  ...['Alt', 'Enter', 'J', 'K', 'R'],
];

/** Common texts that may be unused. */
const UNUSED_ALLOWED = ['common:actions.delete', 'common:actions.save'];

/** Attributes and properties that people read. */
const READ = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'confirmLabel',
  'description',
  'error',
  'label',
  'lead',
  'message',
  'nothingFoundMessage',
  'placeholder',
  'title',
  'tooltip',
]);

/** Matches two or more words that begin with a capital letter: a text for people. */
const SENTENCE = /^\p{Lu}[\p{L}’']*[ ,:].*\p{Ll}/u;

const sources = readdirSync('renderer', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$|^locales\/|test-samples|vite\.config/.test(file))
  .sort();

function parse(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** Returns the text of a literal, with a space for each `${…}`; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ');
}

/** Returns the literals that an expression can evaluate to, without the arguments of calls. */
function outcomesOf(node: ts.Node): ts.Node[] {
  if (textOf(node) !== null) return [node];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(outcomesOf);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return outcomesOf(node.right);
    const operators = [
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ];
    return operators.includes(kind) ? [node.left, node.right].flatMap(outcomesOf) : [];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return outcomesOf(node.expression);
  }
  return ts.isJsxExpression(node) && node.expression ? outcomesOf(node.expression) : [];
}

/** Returns whether a node is inside `<code>`, which contains names from programs. */
function isCode(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isJsxElement(parent) && /^code$/i.test(parent.openingElement.tagName.getText());
}

function isThrown(node: ts.Node): boolean {
  const call = node.parent;
  return ts.isNewExpression(call) && call.expression.getText() === 'Error';
}

/** Returns the texts in a source file that people would read, as `file:line: text`. */
function findTexts(file: string, source: string): string[] {
  const found = new Map<ts.Node, string>();
  const tree = parse(file, source);

  function note(node: ts.Node, text: string | null): void {
    const words = text?.trim() ?? '';
    if (/\p{L}/u.test(words) && !NAMES.includes(words)) found.set(node, words);
  }

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node)) note(node, isCode(node) ? null : node.text);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      for (const outcome of outcomesOf(node)) note(outcome, isCode(node) ? null : textOf(outcome));
    } else if (ts.isJsxAttribute(node) && node.initializer && READ.has(node.name.getText())) {
      for (const outcome of outcomesOf(node.initializer)) note(outcome, textOf(outcome));
    } else if (ts.isPropertyAssignment(node) && READ.has(node.name.getText().replace(/['"]/g, ''))) {
      for (const outcome of outcomesOf(node.initializer)) note(outcome, textOf(outcome));
    } else if (SENTENCE.test(textOf(node) ?? '') && !isThrown(node)) note(node, textOf(node));
    ts.forEachChild(node, visit);
  }
  visit(tree);
  return [...found].map(([node, text]) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    return `${file}:${line + 1}: ${text.replace(/\s+/g, ' ')}`;
  });
}

const folderOf = (file: string): string => /^(features\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;

describe('texts outside of the locale files', () => {
  const found = sources
    .filter((file) => !PROGRAMS.includes(file))
    .flatMap((file) => findTexts(file, readFileSync(`renderer/${file}`, 'utf8')));
  const byFolder = new Map<string, string[]>();
  for (const text of found) byFolder.set(folderOf(text), [...(byFolder.get(folderOf(text)) ?? []), text]);

  it('are only the allowed ones', () => {
    const folders = new Set([...byFolder.keys(), ...Object.keys(ALLOWED)]);
    const wrong = [...folders].filter(
      (folder) => (byFolder.get(folder)?.length ?? 0) !== (ALLOWED[folder] ?? 0),
    );
    const report = wrong.sort().map((folder) => {
      const texts = byFolder.get(folder) ?? [];
      const list = ALLOWED[folder] === undefined ? texts : [];
      return [`${folder}: ${texts.length}, allowed ${ALLOWED[folder] ?? 0}`, ...list].join('\n');
    });
    expect(report.join('\n')).toBe('');
  });

  it('are found in children, attributes, properties and sentences, but not in values for programs', () => {
    const source = `
      const a = <p title="Hello" className="box" data-testid="x">Bye {is === 'on' && 'now'} {t('k')} <code>svc_</code></p>;
      const b = { label: \`\${n} things\`, kind: 'thing', path: '/a' };
      function words() { return 'It is done.'; }
      if (!a) throw new Error('Never shown to people');
      t('inbox:composer.send');`;
    expect(findTexts('a.tsx', source).map((line) => line.split(': ')[1])).toEqual([
      'Hello',
      'Bye',
      'now',
      'things',
      'It is done.',
    ]);
  });
});

describe('the keys of the locale files', () => {
  type Texts = { [key: string]: string | Texts };
  const flat = (texts: Texts, path: string): string[] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${path}${key}`] : flat(value, `${path}${key}.`),
    );
  const keys = Object.entries(en).flatMap(([namespace, texts]) => flat(texts, `${namespace}:`));

  it('are all used by some code', () => {
    const named = new Set<string>();
    const patterns: RegExp[] = [];
    for (const file of sources) {
      const visit = (node: ts.Node): void => {
        if (ts.isStringLiteralLike(node)) named.add(node.text);
        // `<Trans ns="inbox" i18nKey="list.empty">` names a key in two parts.
        if (ts.isJsxAttributes(node)) {
          const ns = textOfAttribute(node, 'ns');
          const key = textOfAttribute(node, 'i18nKey');
          if (ns && key) named.add(`${ns}:${key}`);
        }
        // A key with a variable part stands for all matching keys.
        if (ts.isTemplateExpression(node) && /^[\w-]+[:.]/.test(node.head.text)) {
          const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
          patterns.push(
            new RegExp(`^${parts.map((part) => part.replace(/[.*+?()[\]\\^$|{}]/g, '\\$&')).join('.+')}$`),
          );
        }
        ts.forEachChild(node, visit);
      };
      visit(parse(file, readFileSync(`renderer/${file}`, 'utf8')));
    }
    const isUsed = (key: string): boolean => {
      const forms = [key, key.replace(/^common:/, '')].flatMap((form) => [
        form,
        form.replace(/_(one|many|other)$/, ''),
      ]);
      return forms.some((form) => named.has(form) || patterns.some((pattern) => pattern.test(form)));
    };
    expect(keys.filter((key) => !isUsed(key) && !UNUSED_ALLOWED.includes(key))).toEqual([]);
  });
});

/** Returns the value of an attribute if it is a plain string, otherwise null. */
function textOfAttribute(attributes: ts.JsxAttributes, name: string): string | null {
  for (const attribute of attributes.properties) {
    if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== name) continue;
    return attribute.initializer && ts.isStringLiteral(attribute.initializer)
      ? attribute.initializer.text
      : null;
  }
  return null;
}
