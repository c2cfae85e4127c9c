import { promptLogRoutes } from './prompt-log.routes.ts';
import { createPromptLogService, type PromptLogDeps } from './prompt-log.service.ts';

export {
  type CallEnd,
  createPromptRecorder,
  type PromptRecord,
  type PromptRecorder,
} from './prompt-recorder.ts';
export { promptRetention } from './prompt-retention.ts';

/** What a workspace keeps of what is said to the model: nothing, unless its owner wants it. */
export function registerPromptLog(deps: PromptLogDeps) {
  return { routes: promptLogRoutes(createPromptLogService(deps)) };
}
