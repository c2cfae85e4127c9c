import { implement } from '@orpc/server';
import { notificationsContract } from '../../../shared/contract/inbox/notifications.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeNotification, listNotifications, readNotifications } from './notifications.service.ts';

export function notificationsRoutes() {
  const os = implement(notificationsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) =>
      listNotifications(contextOf(context), personOf(context), input.query),
    ),
    change: os.change.handler(({ input, context }) =>
      changeNotification(contextOf(context), personOf(context), input.params.id, input.body),
    ),
    read: os.read.handler(({ input, context }) =>
      readNotifications(contextOf(context), personOf(context), input.body),
    ),
  });
}
