import { Button, Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { IconBoltOff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  AutomationRule,
  AutomationRuleInput,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { api } from '../../lib/api/api.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { capitalised } from '../../lib/forms/form-errors.ts';
import { isSame, merged } from '../../lib/forms/merged.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import classes from './automation.module.css';
import { DeleteRule, RuleSwitch } from './automation.page.tsx';
import { noteRule, type RuleThings, ruleOptions, useRuleThings } from './automation.queries.ts';
import { type Problems, RuleEditor } from './rule-editor.tsx';
import { RuleLog } from './rule-log.tsx';
import { emptyRule, gapsOf } from './rule-parts.ts';
import { RuleTestBench } from './rule-test.tsx';

/** A new rule: its sentence, and a test before it is saved. */
export function NewRulePage() {
  const navigate = useNavigate();
  return (
    <PageFrame title={t('automation:create')} above={<BackToRules />}>
      <RuleForm
        rule={null}
        things={useRuleThings()}
        onSaved={({ id }) =>
          void navigate({ to: '/settings/automation/$ruleId', params: { ruleId: id }, replace: true })
        }
      />
    </PageFrame>
  );
}

/** A rule: its sentence with a test, and the log of what it has done. */
export function RulePage() {
  const { ruleId } = useParams({ strict: false }) as { ruleId: string };
  const query = useQuery(ruleOptions(ruleId));
  const { data: rule, error } = query;
  if (error && asApiError(error).code === 'automation_rule_not_found') {
    return (
      <EmptyState
        icon={<IconBoltOff size={26} stroke={1.6} />}
        level={1}
        title={t('automation:notFound')}
        actions={<BackToRules />}
      >
        {t('automation:notFoundText')}
      </EmptyState>
    );
  }
  if (!rule) {
    return (
      <PageFrame
        title={error ? t('automation:title') : <Skeleton height={26} width={320} maw="80%" />}
        above={<BackToRules />}
      >
        <NotLoadedState
          title={t('automation:ruleNotLoaded')}
          query={query}
          isFramed
          waiting={
            <Stack aria-busy="true">
              <Skeleton height={16} width="60%" />
              <Skeleton height={16} width="72%" />
              <Skeleton height={16} width="52%" />
            </Stack>
          }
        />
      </PageFrame>
    );
  }
  // The state of the form belongs to one rule.
  return <LoadedRule key={rule.id} rule={rule} />;
}

function LoadedRule({ rule }: { rule: AutomationRule }) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const things = useRuleThings();
  const { tab } = useSearch({ from: '/settings/automation/$ruleId' });
  return (
    <PageFrame
      title={<span dir="auto">{rule.name}</span>}
      above={<BackToRules />}
      lead={t(rule.isEnabled ? 'automation:isOn' : 'automation:isOff')}
      actions={
        <>
          <RuleSwitch rule={rule} />
          <Button
            variant="default"
            c="var(--sb-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleting(true)}
          >
            {t('automation:delete.confirm')}
          </Button>
        </>
      }
    >
      <Tabs
        value={tab ?? 'rule'}
        onChange={(value) =>
          void navigate({
            to: '/settings/automation/$ruleId',
            params: { ruleId: rule.id },
            search: value === 'log' ? { tab: 'log' } : {},
          })
        }
      >
        <Tabs.List mb="md" aria-label={t('automation:sections')}>
          <Tabs.Tab value="rule" data-testid="tab-rule">
            {t('automation:tabs.rule')}
          </Tabs.Tab>
          <Tabs.Tab value="log" data-testid="tab-log">
            {t('automation:log.title')}
          </Tabs.Tab>
        </Tabs.List>
        {/* Stays mounted, so that a look at the log keeps what was typed. */}
        <Tabs.Panel value="rule">
          {rule.problem && (
            <Stack mb="md">
              <Notice tone="bad">{t(`automation:problems.${rule.problem}`)}</Notice>
            </Stack>
          )}
          <RuleForm rule={rule} things={things} onSaved={() => {}} />
        </Tabs.Panel>
        <Tabs.Panel value="log" keepMounted={false}>
          <RuleLog rule={rule} things={things} />
        </Tabs.Panel>
      </Tabs>
      <DeleteRule
        rule={isDeleting ? rule : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: '/settings/automation', replace: true })}
      />
    </PageFrame>
  );
}

function RuleForm({
  rule,
  things,
  onSaved,
}: {
  rule: AutomationRule | null;
  things: RuleThings;
  onSaved: (rule: AutomationRule) => void;
}) {
  const [draft, setDraft] = useState<AutomationRuleInput>(() => (rule ? inputOf(rule) : emptyRule()));
  const [problems, setProblems] = useState<Problems>({});
  const [round, setRound] = useState(0);
  /** Shows the rule as it is stored. The editor starts again: the values of a template are typed in a state of their own. */
  function begin(from: AutomationRule): void {
    setDraft(inputOf(from));
    setProblems({});
    setRound((before) => before + 1);
  }
  // All parts are sent: to save those as they were would undo what a colleague has changed in them.
  const stored = rule && JSON.stringify(inputOf(rule));
  const [shown, setShown] = useState(stored);
  if (rule && shown !== null && stored !== shown) {
    setShown(stored);
    const next = merged(draft, JSON.parse(shown) as AutomationRuleInput, inputOf(rule));
    setDraft(next);
    setProblems({});
    // Only then: to start the editor again takes the focus from a field.
    if (!isSame(next.actions, draft.actions)) setRound(round + 1);
  }
  const isChanged = rule === null || JSON.stringify(draft) !== stored;
  const saving = useMutation(
    async (isEnabled: boolean | null) => ({
      sent: draft,
      saved: rule
        ? await api.automation.change({ params: { id: rule.id }, body: draft })
        : await api.automation.create({ body: { ...draft, isEnabled: isEnabled === true } }),
    }),
    {
      fields: ['name', 'trigger', 'conditions', 'actions', 'pauseHours'],
      toast: () => t('automation:saved'),
      onSuccess: ({ sent, saved }) => {
        // What was typed since stays.
        setDraft((now) => merged(now, sent, inputOf(saved)));
        noteRule(saved);
        onSaved(saved);
      },
      onError: (error) => setProblems(problemsOf(error)),
    },
  );
  const showGaps = () => setProblems(gapTexts(draft));
  function save(isEnabled: boolean | null): void {
    const gaps = gapTexts(draft);
    setProblems(gaps);
    if (Object.keys(gaps).length === 0) saving.mutate(isEnabled);
  }
  return (
    <>
      <Card padded>
        <RuleEditor
          key={round}
          rule={draft}
          things={things}
          problems={problems}
          onChange={(changed) => {
            setDraft(changed);
            setProblems({});
          }}
        />
        <MutationError mutation={saving} />
        <Group mt="lg">
          <Button
            loading={saving.isPending}
            disabled={!isChanged}
            onClick={() => save(rule === null ? true : null)}
            data-testid="rule-save"
          >
            {t(rule === null ? 'automation:saveOn' : 'automation:save')}
          </Button>
          {rule === null && (
            <Button variant="default" disabled={saving.isPending} onClick={() => save(false)}>
              {t('automation:saveOff')}
            </Button>
          )}
          {rule !== null && isChanged && (
            <Button variant="default" onClick={() => begin(rule)} data-testid="rule-discard">
              {t('actions.discardChanges')}
            </Button>
          )}
        </Group>
      </Card>
      <div className={classes.below}>
        <RuleTestBench rule={draft} onGaps={showGaps} />
      </div>
    </>
  );
}

function inputOf({ name, trigger, conditions, actions, pauseHours }: AutomationRule): AutomationRuleInput {
  return { name, trigger, conditions, actions, pauseHours };
}

function gapTexts(draft: AutomationRuleInput): Problems {
  return Object.fromEntries(
    gapsOf(draft).map((place) => [
      place,
      place === 'name'
        ? t('automation:gaps.name')
        : place === 'actions'
          ? t('automation:gaps.actions')
          : t('automation:gaps.value'),
    ]),
  );
}

/** Returns what the server found wrong, by the rows of the sentence. */
function problemsOf(error: unknown): Problems {
  const found: Record<string, string> = {};
  for (const { path, message } of asApiError(error).details) {
    const [part = '', index] = path.replace(/^body\./, '').split('.');
    const isRow = index !== undefined && /^\d+$/.test(index);
    found[isRow ? `${part}.${index}` : part] ??= capitalised(message);
  }
  return found;
}

function BackToRules() {
  return <BackLink to="/settings/automation">{t('automation:all')}</BackLink>;
}
