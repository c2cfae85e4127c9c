import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { withoutRepeats } from './repeats.ts';

function newLog() {
  const lines: string[] = [];
  let now = 0;
  const logger = createLogger(
    'info',
    withoutRepeats({ write: (line) => void lines.push(line) }, () => now),
  );
  const pass = (ms: number) => {
    now += ms;
  };
  const written = () => lines.splice(0).map((line) => JSON.parse(line));
  return { logger, pass, written };
}

const away = new Error('the database does not answer');

it('a problem that repeats is written once a minute, with how often it was left out', () => {
  const { logger, pass, written } = newLog();
  for (let second = 0; second < 59; second += 1) {
    logger.warn({ err: away }, 'could not look; will retry');
    pass(1_000);
  }
  expect(written()).toMatchObject([{ msg: 'could not look; will retry' }]);
  pass(1_000);
  logger.warn({ err: away }, 'could not look; will retry');
  expect(written()).toMatchObject([{ msg: 'could not look; will retry', repeated: 58 }]);
});

it('what differs in an id, a reason or a message is written, and so is everything that is no problem', () => {
  const { logger, written } = newLog();
  for (const tenantId of ['one', 'other']) logger.warn({ err: away, tenantId }, 'failed');
  logger.warn({ err: new Error('another reason'), tenantId: 'one' }, 'failed');
  logger.error({ err: away, tenantId: 'one' }, 'failed');
  logger.warn({ err: away, tenantId: 'one' }, 'failed again');
  for (let times = 0; times < 3; times += 1) logger.info('a request');
  expect(written()).toHaveLength(8);
});

it('remembers a limited number of lines', () => {
  const { logger, written } = newLog();
  for (let id = 0; id < 500; id += 1) logger.warn({ id }, 'failed');
  expect(written()).toHaveLength(500);
  logger.warn({ id: 499 }, 'failed');
  expect(written()).toEqual([]);
  logger.warn({ id: 0 }, 'failed');
  expect(written()).toHaveLength(1);
});
