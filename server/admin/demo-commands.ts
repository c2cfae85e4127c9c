import { z } from 'zod';
import { AppError } from '../../shared/domain/errors.ts';
import { defineCommand } from './command.ts';

/** `demo seed`: called by `npm run demo` once everything is running. */
export const demoSeed = defineCommand({
  group: 'demo',
  name: 'seed',
  isHidden: true,
  summary: 'fill the demo workspace; needs the running server and its sandbox (npm run demo)',
  options: [],
  input: z.object({}),
  run: async (_input, { services }) => {
    const demo = await services.seedDemo().catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      const message = `${error.message} Start everything with: npm run demo`;
      throw new AppError('unavailable', { message, cause: error.cause ?? error });
    });
    return { ...demo, phones: demo.phones.map((phone) => phone.waId) };
  },
});
