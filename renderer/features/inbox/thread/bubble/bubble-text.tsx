import { Anchor, Button } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import classes from './bubble-text.module.css';
import { readMarks, type TextBlock, type TextPart } from './text-marks.ts';

const LONG_LINES = 20;
const LONG_TEXT = 1_600;

/** The text of a message, in its own direction, with its marks and clickable links. Long texts are folded. */
export function BubbleText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const blocks = useMemo(() => readMarks(text), [text]);
  const isLong = text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
  return (
    <>
      <div className={classes.text} data-folded={(isLong && !isOpen) || undefined} dir="auto">
        {shown(blocks)}
      </div>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-xs"
          px={0}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('inbox:thread.showLess') : t('inbox:thread.showAll')}
        </Button>
      )}
    </>
  );
}

/** The parts of a message never change their order, so their places name them. */
function shown(blocks: readonly TextBlock[]) {
  return blocks.map(({ kind, parts }, index) => {
    const inside = parts.map(drawn);
    const key = `${kind} ${index}`;
    if (kind === 'quote') return <blockquote key={key}>{inside}</blockquote>;
    if (kind === 'code') return <pre key={key}>{parts.map((part) => ('text' in part ? part.text : ''))}</pre>;
    return <Fragment key={key}>{inside}</Fragment>;
  });
}

function drawn(part: TextPart, index: number) {
  const key = `${part.kind} ${index}`;
  switch (part.kind) {
    case 'words':
      return part.text;
    case 'code':
      return <code key={key}>{part.text}</code>;
    case 'bold':
      return <strong key={key}>{part.parts.map(drawn)}</strong>;
    case 'italic':
      return <em key={key}>{part.parts.map(drawn)}</em>;
    case 'strike':
      return <s key={key}>{part.parts.map(drawn)}</s>;
    default:
      return (
        <Anchor
          key={key}
          href={part.text}
          target="_blank"
          rel="noopener noreferrer nofollow"
          inherit
          underline="always"
        >
          {part.text}
        </Anchor>
      );
  }
}
