import { describe, expect, it } from 'vitest';
import { readMarks, type TextPart, withoutMarks } from './text-marks.ts';

/** Returns a text with its marks as tags. */
function tagged(text: string): string {
  const tag = (part: TextPart): string =>
    'parts' in part
      ? `<${part.kind}>${part.parts.map(tag).join('')}</${part.kind}>`
      : part.kind === 'words'
        ? part.text
        : `<${part.kind}>${part.text}</${part.kind}>`;
  return readMarks(text)
    .map(({ kind, parts }) => {
      const inside = parts.map(tag).join('');
      return kind === 'lines' ? inside : `[${kind}]${inside}[/${kind}]`;
    })
    .join('|');
}

describe('the marks of a text', () => {
  it.each([
    ['*bold* _italic_ ~struck~', '<bold>bold</bold> <italic>italic</italic> <strike>struck</strike>'],
    ['Total: *R$ 40*.', 'Total: <bold>R$ 40</bold>.'],
    ['_*both*_', '<italic><bold>both</bold></italic>'],
    ['Olá, *João*!', 'Olá, <bold>João</bold>!'],
    ['`a*b*c` is code', '<code>a*b*c</code> is code'],
    ['before\n```\n*raw*\n```\nafter', 'before|[code]<code>*raw*</code>[/code]|after'],
    ['> first\n> *second*\nanswer', '[quote]first\n<bold>second</bold>[/quote]|answer'],
    ['* one\n- two\n3. three', '• one\n• two\n3. three'],
    ['*see https://a.example/x_y_z*', '<bold>see <link>https://a.example/x_y_z</link></bold>'],
    ['https://a.example/_x_/y.', '<link>https://a.example/_x_/y</link>.'],
  ])('reads %j', (text, expected) => expect(tagged(text)).toBe(expected));

  it.each([
    '2*3*4 = 24',
    'snake_case_name',
    '* not closed',
    '*not\nclosed*',
    '5 * 3 * 2',
    '**',
    '***',
    'a ~ b ~ c',
    '``` no end',
    'a\n``` no end',
    'a ``` *b',
    '>',
    '> ',
    'João*Silva*',
    '',
  ])('leaves %j as it is', (text) => expect(withoutMarks(text)).toBe(text.replace(/^\* /, '• ')));

  it('keeps every word of a text', () => {
    expect(withoutMarks('*a*\n\n_b_ ~c~ `d`\n\n\ne')).toBe('a\n\nb c d\n\n\ne');
  });

  it('takes a time that grows with the length, whatever the text is', () => {
    for (const unit of ['*', '*a', '_*~`', '*a ', '> *', '```']) {
      const started = performance.now();
      readMarks(unit.repeat(65_536 / unit.length));
      expect(performance.now() - started, unit).toBeLessThan(1_500);
    }
  });
});
