import { Marked } from 'marked';
import { idOf } from './catalogues.mjs';
import { LANGUAGES, translationsOf } from './snippets.mjs';

/** Pages of the repository, by the file that links name. */
const PAGES = {
  'integrators.md': '/docs/guide',
  'recipes.md': '/docs/recipes',
  'inference.md': '/docs/inference',
  'errors.md': '/docs/errors',
  'limits.md': '/docs/limits',
  'changelog.md': '/docs/changelog',
  'openapi.json': '/api/v1/openapi.json',
};

/**
 * Returns a page as HTML, and its second-level headings. Consecutive programs in different languages become one snippet
 * with a switch; a curl command without the others is translated.
 * @param operations those of `operationsOf`, for the translation.
 */
export function renderPage(markdown, operations) {
  const headings = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = idOf(text);
        const inner = this.parser.parseInline(tokens);
        if (depth === 2) headings.push({ id, title: inner });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code: ({ lang, text }) => (lang === 'html-snippet' ? `${text}\n` : output(text)),
      // Messages of errors contain texts such as <key>.
      html: ({ text }) => escapeHtml(text),
      link({ href, tokens }) {
        const [file, hash] = href.split('#');
        const page = PAGES[file] ?? file;
        return `<a href="${page}${hash === undefined ? '' : `#${hash}`}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        return `<div class="table" tabindex="0">${tableOf(token, this.parser)}</div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown.replace(/^<!--.*?-->\n*/gms, ''));
  const html = marked.parser(withSnippets(tokens, operations));
  return { html, headings };
}

function tableOf({ header, rows }, parser) {
  const cells = (row, tag) =>
    row.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('');
  return `<table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`;
}

/** Replaces the code blocks of a page by snippets. */
function withSnippets(tokens, operations) {
  const replaced = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token.type !== 'code' || !isProgram(token)) {
      replaced.push(token);
      continue;
    }
    const group = [];
    for (; at < tokens.length; at += 1) {
      const next = tokens[at];
      if (next.type === 'space') continue;
      if (next.type !== 'code') break;
      if (!isProgram(next)) group.at(-1).output = next.text;
      else if (group.some(({ language }) => language === languageOf(next))) break;
      else group.push({ language: languageOf(next), code: next.text, output: null });
    }
    at -= 1;
    replaced.push({ ...token, lang: 'html-snippet', text: snippet(group, operations) });
  }
  return replaced;
}

const languageOf = ({ lang = '' }) => lang.split(' ')[0];
const isProgram = (token) => languageOf(token) in LANGUAGES;

function snippet(group, operations) {
  const [first] = group;
  const missing = first.language === 'sh' ? translationsOf(first.code, operations) : {};
  const panels = Object.keys(LANGUAGES).flatMap((language) => {
    const given = group.find((one) => one.language === language);
    if (given) return [given];
    return missing[language]
      ? [{ language, code: missing[language], output: first.output, isResponse: true }]
      : [];
  });
  const isShell = panels.length === 1 && panels[0].language === 'sh';
  const name = (language) => (isShell ? 'Shell' : LANGUAGES[language]);
  const tabs = panels
    .map(
      ({ language }) =>
        `<button type="button" data-choose="${language}" aria-pressed="false">${name(language)}</button>`,
    )
    .join('');
  const bar = panels.length > 1 ? tabs : `<span>${name(panels[0].language)}</span>`;
  const bodies = panels.map(
    ({ language, code, output: printed }) =>
      `<div class="panel" data-language="${language}"><pre tabindex="0"><code>${escapeHtml(code)}</code></pre>${printed === null ? '' : `<p class="label">${/^[[{]/.test(printed.trim()) ? 'Response' : 'Output'}</p>${output(printed)}`}</div>`,
  );
  return `<div class="snippet"><div class="bar">${bar}<button type="button" class="copy">Copy</button></div>${bodies.join('')}</div>`;
}

const output = (text) => `<pre class="output" tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
