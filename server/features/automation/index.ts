export { partsOf } from './automation.presenter.ts';
export {
  firstUnmet,
  isTriggeredBy,
  type RuleFacts,
} from './conditions.ts';
export { enabledRules, findRule, type RuleRow, tenantsWithWaits } from './rules.repository.ts';
export {
  changeRule,
  createRule,
  getRule,
  listRules,
  listRuns,
  moveRule,
  removeRule,
  stopRule,
  switchRule,
} from './rules.service.ts';
export {
  addRun,
  contactUse,
  dueRuns,
  finishRun,
  lockRun,
  postponeRun,
  type RunRow,
  runRetention,
  tenantsWithRuns,
  unansweredFor,
} from './runs.repository.ts';
