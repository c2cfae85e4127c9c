import { implement } from '@orpc/server';
import { replyProposalsContract } from '../../../../shared/contract/assist/reply-proposals.contract.ts';
import { responseRulesOf } from '../../../features/conversations/index.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { Kernel } from '../../../kernel/index.ts';
import { createProposalRounds } from './proposal-rounds.ts';
import { acceptProposal, dismissProposal, listProposals, lookForProposals } from './proposals.service.ts';

/** Wires saved replies that are proposed at night (decision 0380). */
export function wireProposals({ background }: Pick<Kernel, 'background'>) {
  const os = implement(replyProposalsContract).$context<RequestContext>();
  return {
    workers: [createProposalRounds(background.resources, responseRulesOf)],
    routes: os.router({
      list: os.list.handler(({ context }) => listProposals(contextOf(context))),
      look: os.look.handler(({ context }) => lookForProposals(contextOf(context))),
      accept: os.accept.handler(({ input, context }) =>
        acceptProposal(contextOf(context), input.params.id, input.body),
      ),
      dismiss: os.dismiss.handler(({ input, context }) =>
        dismissProposal(contextOf(context), input.params.id),
      ),
    }),
  };
}
