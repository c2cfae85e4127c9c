import { Button } from '@mantine/core';
import { IconListCheck, IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import classes from './channel-welcome.module.css';

/** Shown while no number is connected, with two ways to connect one. */
export function ChannelWelcome({
  onSetUp,
  onNumberFirst,
  onForm,
}: {
  onSetUp: () => void;
  /** Begins with the steps on the platform's own pages. */
  onNumberFirst: () => void;
  onForm: () => void;
}) {
  return (
    <div className={classes.choices}>
      <Card padded>
        <div className={classes.choice}>
          <Introduction of="guided" icon={<IconListCheck size={26} stroke={1.6} />} />
          <Button onClick={onSetUp} data-testid="setup-begin">
            {t('channel:welcome.guided.action')}
          </Button>
          <Button variant="transparent" px={0} onClick={onNumberFirst} data-testid="setup-number-first">
            {t('channel:welcome.guided.numberFirst')}
          </Button>
        </div>
      </Card>
      <Card padded>
        <div className={classes.choice}>
          <Introduction of="form" icon={<IconPlugConnected size={26} stroke={1.6} />} />
          <Button variant="default" onClick={onForm} data-testid="setup-form">
            {t('channel:welcome.form.action')}
          </Button>
        </div>
      </Card>
    </div>
  );
}

function Introduction({ of, icon }: { of: 'guided' | 'form'; icon: ReactNode }) {
  return (
    <div>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={classes.title}>{t(`channel:welcome.${of}.title`)}</h2>
      <p className={classes.text}>{t(`channel:welcome.${of}.text`)}</p>
    </div>
  );
}
