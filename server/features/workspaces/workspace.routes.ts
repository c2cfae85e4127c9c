import { implement } from '@orpc/server';
import { workspaceContract } from '../../../shared/contract/workspace.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { changeWorkspace } from './workspace.service.ts';

export function workspaceRoutes() {
  const os = implement(workspaceContract).$context<RequestContext>();
  return os.router({
    change: os.change.handler(({ input, context }) => changeWorkspace(contextOf(context), input.body)),
  });
}
