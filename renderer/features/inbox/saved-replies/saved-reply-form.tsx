import { Button, Group, Input, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReplyProposal } from '../../../../shared/contract/assist/reply-proposals.contract.ts';
import type { SavedReply } from '../../../../shared/contract/inbox/saved-replies.contract.ts';
import { fillVariables, firstName, REPLY_VARIABLES } from '../../../../shared/domain/saved-reply.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { useAssistMode } from '../../../lib/assist-settings.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { changedFields } from '../../../lib/forms/merged.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { refreshProposals } from './proposals/proposed-replies.tsx';
import classes from './saved-replies.module.css';
import { refreshSavedReplies } from './saved-replies.queries.ts';

interface Values {
  name: string;
  content: string;
}

/** The name and text of a saved reply; of a new one, if there is none, which may begin with a proposal. */
export function SavedReplyForm({
  reply,
  proposal = null,
  onDone,
}: {
  reply: SavedReply | null;
  proposal?: ReplyProposal | null;
  onDone: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useForm<Values>({
    initialValues: {
      name: reply?.name ?? proposal?.name ?? '',
      content: reply?.content ?? proposal?.content ?? '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('saved-replies:nameMissing') : null),
      content: (content) => (content.trim() === '' ? t('saved-replies:contentMissing') : null),
    },
  });
  const saving = useMutation(
    (body: Values) => {
      if (reply) {
        const changes = changedFields(body, form.getInitialValues());
        return api.savedReplies.change({ params: { id: reply.id }, body: changes });
      }
      if (proposal) return api.replyProposals.accept({ params: { id: proposal.id }, body });
      return api.savedReplies.create({ body });
    },
    {
      form,
      fields: ['name', 'content'],
      fieldByCode: { saved_reply_name_taken: 'name' },
      onSuccess: () => {
        refreshSavedReplies();
        if (proposal) refreshProposals();
        onDone();
      },
    },
  );
  const { content } = form.values;

  function insert(variable: string): void {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {
      selectionStart: content.length,
      selectionEnd: content.length,
    };
    const words = `{{${variable}}}`;
    form.setFieldValue('content', content.slice(0, from) + words + content.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + words.length, from + words.length);
    });
  }

  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={reply ? t('actions.save') : t('saved-replies:create')}
      submitTestId="saved-reply-submit"
    >
      <TextInput
        label={t('saved-replies:name')}
        description={t('saved-replies:nameHint')}
        required
        autoComplete="off"
        dir="auto"
        maxLength={60}
        data-autofocus
        data-testid="saved-reply-name"
        {...form.getInputProps('name')}
      />
      <Textarea
        ref={field}
        label={t('saved-replies:content')}
        required
        autosize
        minRows={4}
        maxRows={12}
        dir="auto"
        data-testid="saved-reply-content"
        {...form.getInputProps('content')}
      />
      <Input.Wrapper label={t('saved-replies:variables')} labelElement="div">
        <Group gap={6} mt={4}>
          {REPLY_VARIABLES.map((variable) => (
            <Button
              key={variable}
              variant="default"
              size="compact-sm"
              onClick={() => insert(variable)}
              data-testid={`variable-${variable}`}
            >
              {t(`inbox:savedReplies.variables.${variable.replace('.', '_') as 'contact_name'}`)}
            </Button>
          ))}
        </Group>
      </Input.Wrapper>
      {reply && <AnswersAlone reply={reply} />}
      {content.trim() !== '' && (
        <Input.Wrapper label={t('saved-replies:preview')} labelElement="div">
          <Text className={classes.preview} dir="auto" data-testid="saved-reply-preview">
            {fillVariables(content, sampleValues()).text}
          </Text>
        </Input.Wrapper>
      )}
    </MutationForm>
  );
}

function sampleValues() {
  const contact = t('saved-replies:sample.contact');
  return {
    'contact.name': contact,
    'contact.first_name': firstName(contact),
    'agent.name': t('saved-replies:sample.agent'),
    'workspace.name': t('saved-replies:sample.workspace'),
    'workspace.next_opening': t('saved-replies:sample.nextOpening'),
  };
}

const LEARNING_MS = 2_000;

/** Whether a saved reply may answer alone outside business hours: owners decide, after a rehearsal. */
function AnswersAlone({ reply }: { reply: SavedReply }) {
  const isOff = useAssistMode('afterHours') === 'off';
  const rehearsal = useQuery({
    ...queries.afterHours.replies.queryOptions({ input: {} }),
    enabled: !isOff,
    refetchInterval: ({ state }) => (state.data?.state === 'learning' ? LEARNING_MS : false),
  });
  const [isAllowed, setAllowed] = useState(reply.answersAlone);
  const saving = useMutation(
    (wanted: boolean) => api.afterHours.allow({ params: { id: reply.id }, body: { isAllowed: wanted } }),
    {
      onSuccess: (answer) => {
        setAllowed(answer.isAllowed);
        refreshSavedReplies();
      },
    },
  );
  if (isOff) return null;
  const found = rehearsal.data?.data.find(({ savedReplyId }) => savedReplyId === reply.id);
  const isOffered = found?.isOffered ?? false;
  const figures = found && {
    cases: formatCount(found.cases),
    right: formatCount(found.right),
  };
  return (
    <>
      <Switch
        label={t('saved-replies:alone.label')}
        description={
          rehearsal.error && !rehearsal.data
            ? undefined
            : figures
              ? t(`saved-replies:alone.${isOffered ? 'offered' : 'notYet'}`, figures)
              : t('saved-replies:alone.hint')
        }
        checked={isAllowed}
        disabled={saving.isPending || (!isAllowed && !isOffered)}
        onChange={(event) => saving.mutate(event.currentTarget.checked)}
        data-testid="saved-reply-alone"
      />
      <NotLoadedLine text={t('saved-replies:alone.notLoaded')} query={rehearsal} size="xs" />
      <MutationError mutation={saving} />
    </>
  );
}
