import { implement } from '@orpc/server';
import { cloudApiContract } from '../../../shared/contract/cloud-api.contract.ts';
import { actorOf, authorOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { ChannelChecks } from './channel-checks.service.ts';
import type { ChannelStateService } from './channel-state.service.ts';
import type { CloudApiService } from './cloud-api.service.ts';
import type { NumberService } from './number.service.ts';
import type { SetupService } from './setup.service.ts';

export interface CloudApiServices {
  cloudApi: CloudApiService;
  channel: ChannelStateService;
  checks: ChannelChecks;
  setup: SetupService;
  number: NumberService;
}

export function cloudApiRoutes({ cloudApi, channel, checks, setup, number }: CloudApiServices) {
  const os = implement(cloudApiContract).$context<RequestContext>();
  const scopeOf = (context: RequestContext) => actorOf(context).scope;
  return os.router({
    state: os.state.handler(async ({ context }) => ({
      channel: await channel.describe(scopeOf(context)),
      waiting: await channel.waiting(scopeOf(context)),
    })),
    get: os.get.handler(({ context }) => cloudApi.view(scopeOf(context))),
    save: os.save.handler(({ input, context }) =>
      cloudApi.save(scopeOf(context), authorOf(context), input.body),
    ),
    check: os.check.handler(({ context }) => checks.run(scopeOf(context))),
    setApp: os.setApp.handler(({ input, context }) => setup.setApp(scopeOf(context), input.body)),
    setToken: os.setToken.handler(({ input, context }) => setup.setToken(scopeOf(context), input.body)),
    setAccount: os.setAccount.handler(({ input, context }) => setup.setAccount(scopeOf(context), input.body)),
    numbers: os.numbers.handler(({ context }) => setup.numbers(scopeOf(context))),
    setNumber: os.setNumber.handler(({ input, context }) =>
      setup.setNumber(scopeOf(context), authorOf(context), input.body),
    ),
    setStep: os.setStep.handler(({ input, context }) => setup.setStep(scopeOf(context), input.body)),
    requestCode: os.requestCode.handler(({ input, context }) =>
      number.requestCode(scopeOf(context), input.body),
    ),
    enterCode: os.enterCode.handler(({ input, context }) =>
      number.enterCode(scopeOf(context), input.body.code),
    ),
    register: os.register.handler(({ input, context }) => number.register(scopeOf(context), input.body.pin)),
    renewVerifyToken: os.renewVerifyToken.handler(({ context }) =>
      number.renewVerifyToken(scopeOf(context), authorOf(context)),
    ),
    subscribe: os.subscribe.handler(({ input, context }) => number.subscribe(scopeOf(context), input.body)),
  });
}
