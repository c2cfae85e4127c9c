import { implement } from '@orpc/server';
import { assistContract } from '../../../shared/contract/assist/assist.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { isLeftOut, setLeftOut } from './exclusions.service.ts';
import { knownToOthers } from './leaks.repository.ts';
import { assistCountRetention, readResults } from './outcomes.repository.ts';
import { countOutcomes } from './outcomes.service.ts';
import { readSentMessages, sentTextRetention } from './sent-texts.repository.ts';
import { assistSettings, changeAssistSettings } from './settings.service.ts';

export { featureOff, modeOf } from './exclusions.service.ts';
export { forgetContact, forgetMessage } from './forget.repository.ts';
export { knownToOthers } from './leaks.repository.ts';
export { type CountedOutcome, countOutcome, readResults } from './outcomes.repository.ts';
export { countStartedText, countTakenBack, noteSentText } from './sent-texts.service.ts';
export { assistSettings, lockedModeOf, markRulesFor } from './settings.service.ts';

/** Wires the settings of the assistant, the contacts it leaves alone, and the counts of its suggestions. */
export function registerAssist({ background }: Kernel) {
  const os = implement(assistContract).$context<RequestContext>();
  return {
    retention: [...assistCountRetention(background.database), ...sentTextRetention(background.database)],
    routes: os.router({
      get: os.get.handler(({ context }) => assistSettings(contextOf(context))),
      change: os.change.handler(({ input, context }) => changeAssistSettings(contextOf(context), input.body)),
      count: os.count.handler(({ input, context }) => countOutcomes(contextOf(context), input.body.counts)),
      results: os.results.handler(async ({ input, context }) => ({
        // What members said about their own answers decides about the model, and is shown to nobody (decision 0397).
        data: (await readResults(contextOf(context), input.query.days)).filter(
          ({ feature }) => feature !== 'review',
        ),
        messages: await readSentMessages(contextOf(context), input.query.days),
      })),
      checkText: os.checkText.handler(async ({ input, context }) => ({
        knownToOthers: await knownToOthers(contextOf(context), input.params.id, input.body.values),
      })),
      exclusion: os.exclusion.handler(({ input, context }) => isLeftOut(contextOf(context), input.params.id)),
      setExclusion: os.setExclusion.handler(({ input, context }) =>
        setLeftOut(contextOf(context), input.params.id, input.body.isLeftOut),
      ),
    }),
  };
}
