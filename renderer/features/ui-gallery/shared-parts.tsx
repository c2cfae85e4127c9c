import { Button, Group, Switch, Tabs, TextInput } from '@mantine/core';
import { IconInbox, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { MemberNameSchema } from '../../../shared/contract/access/members.contract.ts';
import type { Country } from '../../../shared/domain/country.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast, showToast } from '../../lib/toast.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { CodeChip } from '../../ui/code/code-chip.tsx';
import { CopyButton } from '../../ui/code/copy-button.tsx';
import { CopyIcon } from '../../ui/code/copy-icon.tsx';
import { CreateKeyModal } from '../../ui/code/create-key-modal.tsx';
import { SecretValue } from '../../ui/code/secret-value.tsx';
import { TextWithCode } from '../../ui/code/text-with-code.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { CountrySelect } from '../../ui/country-select.tsx';
import { DotBadge } from '../../ui/dot-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LanguageSelect } from '../../ui/entry/language-select.tsx';
import {
  ErrorState,
  NextPageFailed,
  NotLoaded,
  NotLoadedCard,
  NotLoadedLine,
  NotLoadedState,
} from '../../ui/error-state.tsx';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import { WhatsAppManagerLink } from '../../ui/links/whatsapp-manager-link.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DraftButtons } from '../../ui/settings/draft-buttons.tsx';
import { NameEditor } from '../../ui/settings/name-editor.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { EnrolmentForm } from '../../ui/two-factor/enrolment-form.tsx';
import { RecoveryCodes } from '../../ui/two-factor/recovery-codes.tsx';
import { Charts, Tables } from './data-parts.tsx';
import { Specimen, States } from './specimen.tsx';
import classes from './ui-gallery.module.css';

const MINUTE = 60_000;
const nothing = () => {};
const still = {
  ...{ mutate: nothing, reset: nothing, isPending: false, isSuccess: false, variables: undefined },
  ...{ error: null, errorCode: null, fieldErrors: {} },
};
const FAILED = { error: new Error(), isLoaded: false, refetch: nothing, isFetchNextPageError: true };
const SECRET = 'svc_…';
const EVENT = 'message.received';
const TABS = ['first', 'second', 'third'] as const;
const SETTINGS = ['SettingsSection', 'SettingRow', 'NotLoadedSettings', 'DraftButtons'];

/** The components of `renderer/ui`; a test compares this file with that folder. */
export function SharedParts() {
  const [name, label, text] = [t('ui-gallery:person'), t('ui-gallery:label'), t('ui-gallery:text')];
  const [error, action] = [t('ui-gallery:error'), t('ui-gallery:action')];
  const [country, setCountry] = useState<Country | null>(null);
  const empty = (
    <EmptyState
      icon={<IconInbox size={32} />}
      title={t('ui-gallery:empty')}
      actions={<Button>{action}</Button>}
    >
      {text}
    </EmptyState>
  );
  const items = ['one', 'two'].map((id) => ({ id, name: `${name} ${id}`, hint: label, isOn: id === 'two' }));
  return (
    <>
      <Specimen of={['Notice']}>
        {(['bad', 'warn', 'quiet'] as const).map((tone) => (
          <Notice key={tone} tone={tone} icon={<IconInfoCircle size={18} />}>
            {text}
          </Notice>
        ))}
      </Specimen>
      <Specimen
        of={[
          'EmptyState',
          'ErrorState',
          'NotLoadedState',
          'NotLoadedCard',
          'NotLoaded',
          'NotLoadedLine',
          'NextPageFailed',
        ]}
      >
        {empty}
        <ErrorState title={error} message={text} onRetry={nothing} />
        <NotLoadedState title={error} query={FAILED} isFramed />
        <NotLoadedCard title={error} query={FAILED} height={120} />
        <NotLoaded title={error} query={FAILED} />
        <NotLoadedLine text={text} query={FAILED} />
        <NextPageFailed query={FAILED} />
      </Specimen>
      <Specimen
        of={[
          'BrandMark',
          'InitialsAvatar',
          'PersonCell',
          'DotBadge',
          'QuietTag',
          'KeyCaps',
          'RelativeTime',
          'Breakable',
        ]}
      >
        <Group gap="md">
          <BrandMark />
          <InitialsAvatar name={name} seed="a" size={20} />
          <InitialsAvatar name={name} seed="b" />
          <InitialsAvatar name={name} seed="c" size={64} shape="square" />
          <PersonCell name={name} seed="d">
            <div>{name}</div>
            <div>{label}</div>
          </PersonCell>
          <DotBadge className={classes.badge}>{label}</DotBadge>
          <QuietTag>{label}</QuietTag>
          <KeyCaps keys="mod+k" />
          <RelativeTime time={new Date(Date.now() - 14 * MINUTE).toISOString()} inWords />
          <Breakable text="contacts/fields/favourite_colour" />
        </Group>
      </Specimen>
      <Specimen of={['BackLink', 'TabList']}>
        <BackLink to="/settings/profile">{label}</BackLink>
        <Tabs value="first">
          <TabList tabs={TABS} tab="first" labelOf={() => action} label={label} testId="tab" />
          {TABS.map((tab) => (
            <Tabs.Panel key={tab} value={tab}>
              {text}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Specimen>
      <Tables empty={empty} name={name} label={label} />
      <Specimen of={['MutationForm', 'MutationButton', 'MutationError']}>
        <States
          of={[
            ['ready', null],
            ['pending', { isPending: true }],
            ['failed', { error }],
          ].map(([state, changes]) => [
            String(state),
            <MutationForm
              key={String(state)}
              mutation={{ ...still, ...(changes as object) }}
              onSubmit={(event) => event.preventDefault()}
              onCancel={nothing}
              submitLabel={action}
              submitTestId={`gallery-${state}`}
            >
              <TextInput label={label} defaultValue={name} />
            </MutationForm>,
          ])}
        />
        <Group>
          <MutationButton mutation={still}>{action}</MutationButton>
          <MutationButton mutation={{ ...still, isPending: true }}>{action}</MutationButton>
        </Group>
        <MutationError mutation={{ error }} />
      </Specimen>
      <Specimen of={['NameEditor']}>
        <NameEditor
          name={name}
          schema={MemberNameSchema}
          texts={{ change: action, title: action, label, missing: error, changed: text }}
          autoComplete="off"
          testId="sample-name"
          save={async (saved) => saved}
          onSaved={nothing}
        />
      </Specimen>
      <Specimen of={['PickList', 'CountrySelect', 'LanguageSelect']}>
        <States
          of={[
            [
              'found',
              <div key="found" className={classes.list}>
                <PickList
                  label={label}
                  placeholder={name}
                  groups={[{ title: label, items }]}
                  nothing={t('ui-gallery:empty')}
                  onPick={nothing}
                />
              </div>,
            ],
            [
              'nothing',
              <div key="nothing" className={classes.list}>
                <PickList label={label} placeholder={name} groups={[]} nothing={error} onPick={nothing} />
              </div>,
            ],
            ['country', <CountrySelect key="country" value={country} onChange={setCountry} />],
            ['language', <LanguageSelect key="language" />],
          ]}
        />
      </Specimen>
      <SettingsSection title={SETTINGS.join(', ')}>
        <SettingRow label={label} description={text}>
          <Switch aria-label={label} defaultChecked />
        </SettingRow>
        <SettingRow label={label} description={text} problem={error} />
        <NotLoadedSettings title={error} query={{ ...FAILED, data: undefined }} />
        <NotLoadedSettings
          title={error}
          query={{ data: undefined, error: null, refetch: nothing }}
          rows={2}
        />
        <DraftButtons
          draft={{ isChanged: true, discard: nothing }}
          mutation={{ ...still, error }}
          testId="draft"
        />
      </SettingsSection>
      <Specimen of={['CodeBlock', 'CodeChip', 'CopyButton', 'CopyIcon', 'SecretValue', 'TextWithCode']}>
        <CodeBlock
          code={'curl -H "authorization: Bearer $KEY" \\\n  "$BASE_URL/api/v1/contacts"'}
          label={label}
        />
        <Group>
          <CodeChip>{EVENT}</CodeChip>
          <DocsLink page="">{label}</DocsLink>
          <WhatsAppManagerLink>{label}</WhatsAppManagerLink>
          <CopyButton value={SECRET} />
          <CopyIcon value={SECRET} label={action} />
          <span>
            <TextWithCode text={`${label} \`status\``} />
          </span>
        </Group>
        <SecretValue value={SECRET} testId="gallery-secret" />
      </Specimen>
      <Charts label={label} />
      <Specimen of={['EnrolmentForm', 'QrCode', 'RecoveryCodes']}>
        <EnrolmentForm
          enrolment={{
            secret: 'GEZDGNBVGY3TQOJQ',
            link: 'otpauth://totp/Switchboard:ada?secret=GEZDGNBVGY3TQOJQ',
          }}
          confirm={() => Promise.reject(new Error(error))}
          onDone={nothing}
          onCancel={nothing}
        />
        <RecoveryCodes codes={['XXXXX-XXXXX-XXXXX-XXXXX']} onDone={nothing} />
      </Specimen>
      <Overlays />
    </>
  );
}

/** What covers the page, behind a button each. */
function Overlays() {
  const [open, setOpen] = useState<string | null>(null);
  const [text, action, error] = [t('ui-gallery:text'), t('ui-gallery:action'), t('ui-gallery:error')];
  const close = () => setOpen(null);
  const confirm = { title: action, confirmLabel: action, mutation: still, onClose: close };
  return (
    <Specimen of={['ConfirmModal', 'CreateKeyModal', 'RevealKey', 'showToast', 'showErrorToast']}>
      <Group>
        {['confirm', 'harmless', 'typed', 'failed', 'key'].map((name) => (
          <Button
            key={name}
            variant="default"
            onClick={() => setOpen(name)}
            data-testid={`gallery-open-${name}`}
          >
            {name}
          </Button>
        ))}
        {Object.entries({
          showToast: () => showToast(text),
          showErrorToast: () => showErrorToast(error, new Error(text)),
        }).map(([name, show]) => (
          <Button key={name} variant="default" onClick={show}>
            {name}
          </Button>
        ))}
      </Group>
      <ConfirmModal opened={open === 'confirm'} {...confirm}>
        {text}
      </ConfirmModal>
      <ConfirmModal opened={open === 'harmless'} isHarmless {...confirm}>
        {text}
      </ConfirmModal>
      <ConfirmModal opened={open === 'typed'} typeToConfirm="depot" {...confirm}>
        {text}
      </ConfirmModal>
      <ConfirmModal opened={open === 'failed'} {...confirm} mutation={{ ...still, error }}>
        {text}
      </ConfirmModal>
      <CreateKeyModal opened={open === 'key'} title={action} exampleOf={() => SECRET} onClose={close}>
        {({ onCreated }) => <Button onClick={() => onCreated(SECRET)}>{action}</Button>}
      </CreateKeyModal>
    </Specimen>
  );
}
