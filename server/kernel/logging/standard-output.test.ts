import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { lossySink } from './standard-output.ts';

/** A standard output whose disk is full or not. Like Node's own, it is never destroyed by an error. */
function output() {
  const disk = { isFull: false, text: '' };
  const stream: Writable & { _undestroy?(): void } = new Writable({
    decodeStrings: false,
    destroy: (error, done) => {
      done(error);
      stream._undestroy?.();
    },
    write: (chunk: string, _encoding, done) => {
      if (disk.isFull) return done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      disk.text += chunk;
      done();
    },
  });
  return { disk, stream };
}

it('drops the lines that a full disk does not take, and says how many once it takes lines again', async () => {
  const { disk, stream } = output();
  let lost = 0;
  const logger = createLogger(
    'info',
    lossySink(stream, () => {
      lost += 1;
    }),
  );
  logger.info('before');
  disk.isFull = true;
  logger.info('lost');
  logger.warn('lost as well');
  // An error of the stream without a listener would end the process, and this test.
  await expect.poll(() => lost).toBe(2);
  disk.isFull = false;
  logger.info('after');
  await expect.poll(() => disk.text).toContain('log lines were lost');
  const lines = disk.text.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'before' },
    { msg: 'after' },
    { msg: 'log lines were lost', lines: 2, level: 40 },
  ]);
  logger.info('and later');
  expect(disk.text.match(/log lines were lost/g)).toHaveLength(1);
});
