import { implement } from '@orpc/server';
import { promptLogContract } from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import {
  changePromptLog,
  clearPromptLog,
  listPrompts,
  openPrompt,
  promptLogSettings,
} from './prompt-log.service.ts';

export function promptLogRoutes() {
  const os = implement(promptLogContract).$context<RequestContext>();
  return os.router({
    settings: os.settings.handler(({ context }) => promptLogSettings(contextOf(context))),
    change: os.change.handler(({ input, context }) => changePromptLog(contextOf(context), input.body)),
    list: os.list.handler(({ input, context }) => listPrompts(contextOf(context), input.query)),
    get: os.get.handler(({ input, context }) => openPrompt(contextOf(context), input.params.id)),
    clear: os.clear.handler(({ context }) => clearPromptLog(contextOf(context))),
  });
}
