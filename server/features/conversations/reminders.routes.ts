import { implement } from '@orpc/server';
import { remindersContract } from '../../../shared/contract/inbox/reminders.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeReminder, createReminder, listReminders, removeReminder } from './reminders.service.ts';

export function remindersRoutes() {
  const os = implement(remindersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listReminders(contextOf(context), personOf(context))),
    create: os.create.handler(({ input, context }) =>
      createReminder(contextOf(context), personOf(context), input.body),
    ),
    change: os.change.handler(({ input, context }) =>
      changeReminder(contextOf(context), personOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeReminder(contextOf(context), personOf(context), input.params.id),
    ),
  });
}
