import { Badge, Progress } from '@mantine/core';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { currentLanguage, hasText, t } from '../../../lib/i18n.ts';
import { translateSentence } from '../../../lib/translate-sentence.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatAmount, formatBytes, formatShort } from '../model-format.ts';
import { ModelActions } from './model-actions.tsx';
import classes from './model-catalog.module.css';
import { FIT_COLORS, isInProgress, progressOf, shareOf } from './model-states.ts';

/** A model: whether this machine can run it, how much of it is downloaded, and its actions. */
export function ModelRow({
  model,
  mayManage,
  freeDiskBytes,
  isFirst,
  onUse,
  onRemove,
}: {
  model: Model;
  mayManage: boolean;
  freeDiskBytes: number | null;
  /** Whether it would be the first model: then it is used as soon as it is there. */
  isFirst: boolean;
  onUse: (model: Model) => void;
  onRemove: (model: Model) => void;
}) {
  const { id, state, fits, error, isBuiltIn } = model;
  const isUsable = model.problem === null;
  const languages = isUsable ? languagesOf(model) : null;
  const name = isBuiltIn ? t('inference:models.test.name') : model.name;
  const isPartial = state === 'partial' || isInProgress(model);
  const lacksDisk = model.hasDiskSpace === false && (state === 'absent' || state === 'partial');
  return (
    <li className={classes.row} data-testid="model-row" data-id={id} data-state={state}>
      <div>
        <div className={classes.name}>
          {name}
          {isUsable && <StateBadge model={model} />}
          {model.isOwn && (
            <Badge variant="light" color="gray" tt="none" data-testid="model-own">
              {t('inference:models.own.badge')}
            </Badge>
          )}
          {fits !== null && !isBuiltIn && isUsable && (
            <Badge variant="light" color={FIT_COLORS[fits]} tt="none" data-testid="model-fits">
              {t(`inference:models.fits.${fits}`)}
            </Badge>
          )}
        </div>
        <div className={classes.facts}>
          {factsOf(model)
            .slice(0, isUsable ? undefined : 1)
            .join(' · ')}
          <br />
          {wordsOf(model).join(' · ')}
          {' · '}
          <span className={classes.id}>{id}</span>
          {languages !== null && (
            <>
              <br />
              <span data-testid="model-languages">{languages}</span>
            </>
          )}
        </div>
      </div>
      <ModelActions
        model={{ ...model, name }}
        mayManage={mayManage}
        isFirst={isFirst}
        onUse={onUse}
        onRemove={onRemove}
      />
      {isPartial && (
        <div className={classes.wide}>
          <Progress
            value={model.totalBytes === 0 ? 0 : (model.bytes / model.totalBytes) * 100}
            animated={state === 'downloading'}
            color={isInProgress(model) ? 'pine' : 'gray.5'}
            aria-label={t('inference:models.downloaded', { name })}
            data-testid="model-progress"
          />
          <div className={classes.progress} data-testid="model-progress-text">
            {state === 'partial'
              ? t('inference:models.progress.stoppedAt', { share: shareOf(model) })
              : progressOf(model)}
          </div>
        </div>
      )}
      {error !== null && (
        <div className={classes.wide} data-testid="model-error">
          <Notice tone="warn">
            {translateSentence(error.message)} {t(`inference:models.nextSteps.${error.code}`)}
          </Notice>
        </div>
      )}
      {model.problem !== null && (
        <div className={classes.wide} data-testid="model-problem">
          <Notice tone="warn">{t(`inference:models.own.problems.${model.problem}`)}</Notice>
        </div>
      )}
      {lacksDisk && error === null && freeDiskBytes !== null && (
        <div className={classes.wide}>
          <Notice tone="warn">
            {t('inference:models.diskFull', {
              needed: formatBytes(model.totalBytes - model.bytes),
              free: formatBytes(freeDiskBytes),
            })}
          </Notice>
        </div>
      )}
    </li>
  );
}

/** Returns the size, memory, speed and context of a model as short texts. */
function factsOf({
  isBuiltIn,
  state,
  totalBytes,
  memoryBytes,
  contextSize,
  tokensPerSecond,
  isSpeedMeasured,
}: Model): string[] {
  const bytes = formatBytes(totalBytes);
  const size =
    state === 'installed'
      ? t('inference:models.onDisk', { bytes })
      : t('inference:models.toDownload', { bytes });
  return [
    ...(isBuiltIn ? [] : [size]),
    t('inference:models.memory', { bytes: formatBytes(memoryBytes) }),
    ...(tokensPerSecond === null
      ? []
      : [
          t(isSpeedMeasured ? 'inference:models.speedMeasured' : 'inference:models.speed', {
            speed: speedOf(tokensPerSecond),
          }),
        ]),
    ...(contextSize === 0
      ? []
      : [t('inference:models.context', { count: contextSize, formatted: formatCount(contextSize) })]),
  ];
}

/** Formats an estimated speed without false precision: `8`, `13`, `0.4`. */
function speedOf(tokensPerSecond: number): string {
  return tokensPerSecond >= 100 ? formatAmount(tokensPerSecond) : formatShort(tokensPerSecond);
}

function StateBadge({ model }: { model: Model }) {
  const [label, color] = labelOf(model);
  if (label === null) return null;
  return (
    <Badge variant="light" color={color} tt="none" data-testid="model-state">
      {label}
    </Badge>
  );
}

function labelOf({ state, isServed, bytes, totalBytes }: Model): [label: string | null, color: string] {
  if (isServed) return [t('inference:models.state.used'), 'pine'];
  switch (state) {
    case 'installed':
      return [t('inference:models.state.installed'), 'gray'];
    case 'downloading': {
      const percent = totalBytes === 0 ? 0 : Math.floor((bytes / totalBytes) * 100);
      return [t('inference:models.state.downloading', { percent }), 'pine'];
    }
    case 'checking':
      return [t('inference:models.state.checking'), 'pine'];
    case 'waiting':
      return [t('inference:models.state.starting'), 'pine'];
    case 'removing':
      return [t('inference:models.state.removing'), 'gray'];
    case 'partial':
      return [t('inference:models.state.incomplete'), 'gray'];
    case 'absent':
      return [null, 'gray'];
  }
}

/** More languages than these are counted. */
const NAMED = 6;

/** Returns the license and the strengths of a model, as short texts in the current language. */
function wordsOf(model: Model): string[] {
  const { isBuiltIn, isOwn, license } = model;
  if (isBuiltIn) return [t('inference:models.test.license'), t('inference:models.test.strengths')];
  if (!isOwn) return [license, strengthsOf(model)];
  return [
    license === '' ? t('inference:models.own.license') : t('inference:models.own.licenseClaim', { license }),
  ];
}

/** Returns the languages that a model lists: the first of them by name, those of this dashboard before others. */
function languagesOf({ languages, isBuiltIn }: Model): string | null {
  if (isBuiltIn) return null;
  if (languages === null) return t('inference:models.languages.unknown');
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'language' });
  const named = languages.slice(0, NAMED).map((code) => names.of(code) ?? code);
  const list = new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'long' }).format(named);
  const count = languages.length - named.length;
  return count > 0
    ? t('inference:models.languages.more', { list, count })
    : t('inference:models.languages.all', { list });
}

/** What a model is good at, in the current language; a model that is new in the catalog has the catalog's words. */
function strengthsOf({ id, strengths }: Model): string {
  const key = `inference:models.strengths.${id.replaceAll('.', '_')}`;
  return hasText(key) ? (t as (key: string) => string)(key) : strengths;
}
