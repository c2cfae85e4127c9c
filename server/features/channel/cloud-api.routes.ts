import { implement } from '@orpc/server';
import { cloudApiContract } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { runChecks } from './channel-checks.service.ts';
import type { ChannelSignals } from './channel-signals.ts';
import { channelSummary } from './channel-state.service.ts';
import { type ChannelParts, saveTypedCredentials, viewCloudApi } from './cloud-api.service.ts';
import {
  enterNumberCode,
  registerOwnNumber,
  renewVerifyToken,
  requestNumberCode,
  subscribeOwnApp,
} from './number.service.ts';
import {
  addSetupNumber,
  listSetupNumbers,
  setSetupAccount,
  setSetupApp,
  setSetupNumber,
  setSetupStep,
  setSetupToken,
} from './setup.service.ts';

export function cloudApiRoutes(parts: ChannelParts, signals: Pick<ChannelSignals, 'noteVerdict'>) {
  const os = implement(cloudApiContract).$context<RequestContext>();
  return os.router({
    state: os.state.handler(({ context }) => channelSummary(contextOf(context))),
    get: os.get.handler(({ context }) => viewCloudApi(contextOf(context), parts)),
    save: os.save.handler(({ input, context }) =>
      saveTypedCredentials(contextOf(context), parts, input.body),
    ),
    check: os.check.handler(({ context }) => runChecks(contextOf(context), parts, signals)),
    setApp: os.setApp.handler(({ input, context }) => setSetupApp(contextOf(context), parts, input.body)),
    setToken: os.setToken.handler(({ input, context }) =>
      setSetupToken(contextOf(context), parts, input.body),
    ),
    setAccount: os.setAccount.handler(({ input, context }) =>
      setSetupAccount(contextOf(context), parts, input.body),
    ),
    numbers: os.numbers.handler(({ context }) => listSetupNumbers(contextOf(context), parts)),
    addNumber: os.addNumber.handler(({ input, context }) =>
      addSetupNumber(contextOf(context), parts, input.body),
    ),
    setNumber: os.setNumber.handler(({ input, context }) =>
      setSetupNumber(contextOf(context), parts, input.body),
    ),
    setStep: os.setStep.handler(({ input, context }) => setSetupStep(contextOf(context), parts, input.body)),
    requestCode: os.requestCode.handler(({ input, context }) =>
      requestNumberCode(contextOf(context), parts, input.body),
    ),
    enterCode: os.enterCode.handler(({ input, context }) =>
      enterNumberCode(contextOf(context), parts, input.body.code),
    ),
    register: os.register.handler(({ input, context }) =>
      registerOwnNumber(contextOf(context), parts, input.body.pin),
    ),
    renewVerifyToken: os.renewVerifyToken.handler(({ context }) =>
      renewVerifyToken(contextOf(context), parts),
    ),
    subscribe: os.subscribe.handler(({ input, context }) =>
      subscribeOwnApp(contextOf(context), parts, input.body),
    ),
  });
}
