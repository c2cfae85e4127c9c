import { Button } from '@mantine/core';
import { IconListCheck, IconPlugConnected } from '@tabler/icons-react';
import { Card } from '../../ui/card.tsx';
import classes from './channel-welcome.module.css';

/** Nothing is connected: two ways to begin. */
export function ChannelWelcome({ onSetUp, onForm }: { onSetUp: () => void; onForm: () => void }) {
  return (
    <div className={classes.choices}>
      <Card padded>
        <div className={classes.choice}>
          <span className={classes.icon} aria-hidden="true">
            <IconListCheck size={26} stroke={1.6} />
          </span>
          <h2 className={classes.title}>Step by step</h2>
          <p className={classes.words}>
            Nine short steps, each proved by the platform: the app, its token, your account and number, then a
            first message. About 15 minutes; you can stop at any of them and go on elsewhere.
          </p>
          <Button onClick={onSetUp} data-testid="setup-begin">
            Connect a number
          </Button>
        </div>
      </Card>
      <Card padded>
        <div className={classes.choice}>
          <span className={classes.icon} aria-hidden="true">
            <IconPlugConnected size={26} stroke={1.6} />
          </span>
          <h2 className={classes.title}>I have all five values</h2>
          <p className={classes.words}>
            App ID, App Secret, access token, WABA ID and phone number ID in one form. Each is checked against
            the platform before anything is stored.
          </p>
          <Button variant="default" onClick={onForm} data-testid="setup-form">
            Enter the values
          </Button>
        </div>
      </Card>
    </div>
  );
}
