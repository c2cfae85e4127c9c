import { implement } from '@orpc/server';
import { businessHoursContract } from '../../../shared/contract/inbox/business-hours.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeResponseRules, responseRulesOf } from './business-hours.service.ts';

export function businessHoursRoutes() {
  const os = implement(businessHoursContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => responseRulesOf(contextOf(context))),
    change: os.change.handler(({ input, context }) => changeResponseRules(contextOf(context), input.body)),
  });
}
