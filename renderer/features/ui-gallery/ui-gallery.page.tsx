import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  Indicator,
  Kbd,
  Loader,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Skeleton,
  Switch,
  Tabs,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { DateTimeField } from '../../ui/date-time/date-time-field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SettingsPage } from '../../ui/settings/settings-page.tsx';
import { SharedParts } from './shared-parts.tsx';
import { Specimen, States } from './specimen.tsx';
import classes from './ui-gallery.module.css';

/** The roles of colours that carry text or meaning; tokens.css has their values. */
const ROLES = [
  ...['paper', 'surface', 'sunken', 'quiet', 'selected', 'accent', 'accent-soft', 'mine', 'theirs', 'note'],
  ...['bad', 'bad-soft', 'warn', 'warn-soft', 'line', 'line-strong', 'ink', 'ink-soft', 'tick-read', 'rail'],
];
const SIZES = [12, 13, 14, 16, 20];
const SCHEMES = ['one', 'two', 'three'] as const;

const UNLOADED = { data: undefined, error: null, refetch: () => undefined };

/**
 * Every shared component in every state, in the theme of the person, for those who change the dashboard. Nothing
 * links to it: its address is `/dev/ui`. `npm run gallery` takes screenshots of it.
 */
export function UiGalleryPage() {
  return (
    <PageFrame title={t('ui-gallery:title')} lead={t('ui-gallery:lead')}>
      <div className={classes.page}>
        <Specimen of={['Colours']}>
          <ul className={classes.swatches}>
            {ROLES.map((role) => (
              <li key={role}>
                <span style={{ background: `var(--sb-${role})` }} />
                <code>{role}</code>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen of={['Text']}>
          {SIZES.map((size) => (
            <p key={size} style={{ fontSize: size }}>
              {size} {t('ui-gallery:text')}
            </p>
          ))}
        </Specimen>
        <Buttons />
        <Fields />
        <Choices />
        <SharedParts />
        <Specimen of={['SettingsPage']}>
          <SettingsPage
            title={t('ui-gallery:title')}
            lead={t('ui-gallery:text')}
            query={UNLOADED}
            errorTitle={t('ui-gallery:error')}
            firstSection={t('ui-gallery:label')}
          >
            {() => null}
          </SettingsPage>
        </Specimen>
      </div>
    </PageFrame>
  );
}

function Buttons() {
  const label = t('ui-gallery:action');
  return (
    <Specimen of={['Button', 'ActionIcon']}>
      {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
        <Group key={variant} gap="sm">
          <Button variant={variant}>{label}</Button>
          <Button variant={variant} leftSection={<IconPlus size={16} />}>
            {label}
          </Button>
          <Button variant={variant} loading>
            {label}
          </Button>
          <Button variant={variant} disabled>
            {label}
          </Button>
          <Button variant={variant} color="red">
            {label}
          </Button>
          <Button variant={variant} size="compact-sm">
            {label}
          </Button>
        </Group>
      ))}
      <Group gap="sm">
        <ActionIcon aria-label={label}>
          <IconTrash size={18} />
        </ActionIcon>
        <ActionIcon aria-label={label} loading>
          <IconTrash size={18} />
        </ActionIcon>
        <ActionIcon aria-label={label} disabled>
          <IconTrash size={18} />
        </ActionIcon>
        <Anchor href="#">{label}</Anchor>
        <Loader size="sm" role="status" aria-label={t('loading')} />
        <Kbd>K</Kbd>
        <Indicator size={8} color="pine">
          <span>{label}</span>
        </Indicator>
        <Skeleton height={14} width={120} />
      </Group>
    </Specimen>
  );
}

function Fields() {
  const [search, setSearch] = useState('');
  const [name, label] = [t('ui-gallery:person'), t('ui-gallery:label')];
  const states: [string, object][] = [
    ['empty', { placeholder: name }],
    ['filled', { defaultValue: name }],
    ['required', { required: true, description: t('ui-gallery:text') }],
    ['error', { defaultValue: name, error: t('ui-gallery:error') }],
    ['disabled', { defaultValue: name, disabled: true }],
  ];
  const fields: [string, (state: object) => ReactNode][] = [
    ['TextInput', (state) => <TextInput label={label} {...state} />],
    ['PasswordInput', (state) => <PasswordInput label={label} {...state} />],
    ['Textarea', (state) => <Textarea label={label} autosize minRows={2} {...state} />],
    ['Select', (state) => <Select label={label} data={[name, label]} {...state} />],
  ];
  return (
    <>
      {fields.map(([component, field]) => (
        <Specimen key={component} of={[component]}>
          <States of={states.map(([state, props]) => [state, field(props)])} />
        </Specimen>
      ))}
      <Specimen of={['NumberInput', 'TagsInput', 'SearchBox']}>
        <States
          of={[
            ['number', <NumberInput key="n" label={label} defaultValue={42} />],
            ['tags', <TagsInput key="t" label={label} defaultValue={[name]} />],
            ['search', <SearchBox key="s" aria-label={label} value={search} onChange={setSearch} />],
            ['searched', <SearchBox key="f" aria-label={label} value={name} onChange={() => {}} />],
          ]}
        />
      </Specimen>
      {(['date', 'time', 'datetime'] as const).map((kind) => (
        <DateStates key={kind} kind={kind} />
      ))}
    </>
  );
}

function DateStates({ kind }: { kind: 'date' | 'time' | 'datetime' }) {
  const filled = { date: '2026-12-25', time: '09:30', datetime: '2026-12-25T09:30' }[kind];
  const [values, setValues] = useState({ empty: '', filled, error: filled });
  return (
    <Specimen of={['DateTimeField', kind]}>
      <States
        of={(['empty', 'filled', 'error'] as const).map((state) => [
          state,
          <DateTimeField
            key={state}
            kind={kind}
            label={t('ui-gallery:label')}
            value={values[state]}
            onChange={(value) => setValues({ ...values, [state]: value })}
            error={state === 'error' && t('ui-gallery:error')}
          />,
        ])}
      />
    </Specimen>
  );
}

function Choices() {
  const label = t('ui-gallery:label');
  const parts: [string, ReactNode][] = [
    ['off', <Checkbox key="1" label={label} />],
    ['on', <Checkbox key="2" label={label} defaultChecked />],
    ['mixed', <Checkbox key="3" label={label} indeterminate />],
    ['disabled', <Checkbox key="4" label={label} disabled />],
    ['switch off', <Switch key="5" label={label} />],
    ['switch on', <Switch key="6" label={label} defaultChecked />],
    ['radio off', <Radio key="7" label={label} />],
    ['radio on', <Radio key="8" label={label} defaultChecked />],
  ];
  return (
    <>
      <Specimen of={['Checkbox', 'Switch', 'Radio']}>
        <States of={parts} />
      </Specimen>
      <Specimen of={['SegmentedControl', 'Tabs']}>
        <div>
          <SegmentedControl data={[...SCHEMES]} aria-label={label} />
        </div>
        <Tabs defaultValue="one">
          <Tabs.List>
            {SCHEMES.map((tab) => (
              <Tabs.Tab key={tab} value={tab} disabled={tab === 'three'}>
                {tab}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {SCHEMES.map((tab) => (
            <Tabs.Panel key={tab} value={tab} pt="sm">
              {tab}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Specimen>
    </>
  );
}
