import { Button, Drawer, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Invite } from '../../../shared/contract/access/invitations.contract.ts';
import type { Member } from '../../../shared/contract/access/members.contract.ts';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { serverOrigin } from '../../lib/api/server-address.ts';
import { formatFull } from '../../lib/format/format.ts';
import { emailRule } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { SecretValue } from '../../ui/code/secret-value.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { MemberForm, RoleField } from './member-form.tsx';
import { MemberTable } from './member-table.tsx';
import { invitationsOptions, membersOptions, refreshMembers } from './members.queries.ts';

/** What a person has asked for a member, who has to confirm it. */
type Asked = 'reset' | 'twoFactor' | 'signOut' | 'remove';

/** The people of the workspace and the invitations, with what an admin can do about them. */
export function MembersPage({ session }: { session: Session }) {
  const members = useQuery(membersOptions());
  const invitations = useQuery(invitationsOptions());
  const [edited, setEdited] = useState<Member | 'new' | null>(null);
  const [asked, setAsked] = useState<{ action: Asked; member: Member } | null>(null);
  const [link, setLink] = useState<ShownLink | null>(null);
  const ask = (action: Asked) => (member: Member) => setAsked({ action, member });
  const listed = invitations.data?.data ?? [];

  return (
    <PageFrame
      title={t('people:title')}
      lead={t('people:lead', { workspace: session.workspace.name })}
      actions={
        <Button
          leftSection={<IconUserPlus size={18} />}
          onClick={() => setEdited('new')}
          data-testid="member-invite"
        >
          {t('people:invite.title')}
        </Button>
      }
    >
      <Stack gap="lg">
        <ListCard query={members} errorTitle={t('people:loadFailed')}>
          <MemberTable
            members={members.data?.data ?? null}
            session={session}
            onEdit={setEdited}
            onReset={ask('reset')}
            onResetTwoFactor={ask('twoFactor')}
            onSignOut={ask('signOut')}
            onRemove={ask('remove')}
          />
        </ListCard>
        {(listed.length > 0 || invitations.isLoadingError) && (
          <ListCard query={invitations} errorTitle={t('people:invitations.loadFailed')}>
            <InvitationTable invitations={listed} session={session} />
          </ListCard>
        )}
      </Stack>
      <PersonDrawer subject={edited} actor={session.user} onLink={setLink} onClose={() => setEdited(null)} />
      <MemberConfirm
        action={asked?.action ?? 'remove'}
        member={asked?.member ?? null}
        onLink={setLink}
        onClose={() => setAsked(null)}
      />
      <LinkModal link={link} onClose={() => setLink(null)} />
    </PageFrame>
  );
}

/** Invites or edits a person, depending on `subject`. Null keeps it closed. */
function PersonDrawer({
  subject,
  actor,
  onLink,
  onClose,
}: {
  subject: Member | 'new' | null;
  actor: Session['user'];
  onLink: (link: ShownLink) => void;
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      title={subject === 'new' ? t('people:invite.title') : t('people:edit')}
    >
      {subject === 'new' && (
        <InviteForm
          actor={actor}
          onInvited={(link) => {
            onClose();
            onLink(link);
          }}
          onCancel={onClose}
        />
      )}
      {subject !== null && subject !== 'new' && (
        <MemberForm member={subject} actor={actor} onDone={onClose} />
      )}
    </Drawer>
  );
}

/** Explains what an action does to a member, and does it. Null keeps it closed. */
function MemberConfirm({
  action,
  member,
  onLink,
  onClose,
}: {
  action: Asked;
  member: Member | null;
  onLink: (link: ShownLink) => void;
  onClose: () => void;
}) {
  async function act(): Promise<void> {
    if (!member) return;
    const params = { id: member.id };
    if (action === 'reset') {
      onLink({ ...(await api.members.resetLink({ params })), kind: 'reset', person: member.name });
    } else if (action === 'twoFactor') {
      await api.twoFactor.reset({ params });
    } else {
      await api.members[action]({ params });
    }
    refreshMembers();
  }
  const acting = useMutation(act, { onSuccess: onClose });

  return (
    <ConfirmModal
      opened={member !== null}
      title={t(`people:${action}.title`)}
      confirmLabel={t(`people:${action}.confirm`)}
      isHarmless={action === 'reset' || action === 'signOut'}
      mutation={acting}
      onClose={onClose}
    >
      <Text>
        <Trans
          t={t}
          i18nKey={`people:${action}.text`}
          values={{ name: member?.name ?? '', email: member?.email ?? '' }}
        />
      </Text>
    </ConfirmModal>
  );
}

/** Invites a person by email address and role. They choose their name and password themselves. */
function InviteForm({
  actor,
  onInvited,
  onCancel,
}: {
  actor: Session['user'];
  onInvited: (link: ShownLink) => void;
  onCancel: () => void;
}) {
  const form = useForm<Invite>({
    initialValues: { email: '', role: 'staff' },
    validate: { email: emailRule },
  });
  const inviting = useMutation((body: Invite) => api.invitations.create({ body }), {
    form,
    fields: ['email', 'role'],
    fieldByCode: { member_email_taken: 'email' },
    onSuccess: ({ invitation, link }) => {
      refreshMembers();
      onInvited({ ...link, kind: 'invitation', person: invitation.email });
    },
  });
  return (
    <MutationForm
      mutation={inviting}
      onSubmit={form.onSubmit((values) => inviting.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('people:invite.submit')}
      submitTestId="invite-submit"
    >
      <TextInput
        label={t('people:form.email')}
        description={t('people:form.emailHint')}
        type="email"
        autoComplete="off"
        required
        data-autofocus
        data-testid="invite-email"
        {...form.getInputProps('email')}
      />
      <RoleField actor={actor} input={form.getInputProps('role')} />
    </MutationForm>
  );
}

/** A link that was just created: the only time that it is shown. */
interface ShownLink {
  kind: 'invitation' | 'reset';
  /** Who it is for: an email address or a name. */
  person: string;
  url: string;
  expiresAt: string;
}

/** Shows a link, once, to copy. Esc and clicks outside do not close it. Null keeps it closed. */
function LinkModal({ link, onClose }: { link: ShownLink | null; onClose: () => void }) {
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title={link && t(`people:link.title.${link.kind}`)}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {link && (
        <Stack>
          <Text size="sm">
            <Trans
              t={t}
              i18nKey={`people:link.text.${link.kind}`}
              values={{ person: link.person, time: formatFull(link.expiresAt) }}
            />
          </Text>
          <SecretValue value={reachable(link.url)} testId="access-link" />
          <Text size="sm" c="dimmed">
            {t('people:link.onlyOnce')}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose} data-testid="access-link-done">
              {t('actions.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** Replaces the host of a server without a public address by the one that this person has reached it at. */
function reachable(link: string): string {
  const url = new URL(link);
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) return link;
  return new URL(`${url.pathname}${url.hash}`, serverOrigin()).href;
}
