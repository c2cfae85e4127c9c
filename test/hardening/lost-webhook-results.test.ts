import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();
const { setUp, deliveries, untilReceived } = rig;

it('a webhook whose result cannot be stored for minutes, for the disk is full, is not sent again and again', async () => {
  const { workspace, path, at, write } = await setUp();
  const { sequelize } = rig.server.container.database;
  await sequelize.query(
    `CREATE TRIGGER full_attempts BEFORE INSERT ON webhook_attempts FOR EACH ROW
     SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'`,
  );
  try {
    await write('once');
    await untilReceived(path, 1);
    // The lease of the delivery ends. Longer than an error of a moment is waited for.
    for (let times = 0; times < 5; times += 1) {
      await sleep(1_000);
      rig.server.passTime(100);
    }
    expect(rig.receiver.at(path)).toHaveLength(1);
  } finally {
    await sequelize.query('DROP TRIGGER full_attempts');
  }
  await expect
    .poll(async () => (await deliveries(workspace, at))[0])
    .toMatchObject({ state: 'succeeded', attempts: 1 });
  await write('and on');
  await untilReceived(path, 2);
  expect(rig.receiver.at(path)).toHaveLength(2);
}, 60_000);
