import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import classes from './bubble-text.module.css';

const LONG_LINES = 20;
const LONG_TEXT = 1_600;

/** The text of a message, in its own direction, with clickable links. Long texts are folded. */
export function BubbleText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
  return (
    <>
      <div className={classes.text} data-folded={(isLong && !isOpen) || undefined} dir="auto">
        {withLinks(text)}
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

function withLinks(text: string) {
  let position = 0;
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/g).map((part, index) => {
    position += part.length;
    if (index % 2 === 0) return part;
    return (
      <Anchor
        key={position}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        inherit
        underline="always"
      >
        {part}
      </Anchor>
    );
  });
}
