import { Badge, Progress } from '@mantine/core';
import type { Model } from '../../../shared/contract/models.contract.ts';
import { formatCount } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { ModelActions } from './model-actions.tsx';
import classes from './model-catalog.module.css';
import { formatBytes } from './model-format.ts';
import { FITS, isMoving, NEXT_STEPS, progressOf } from './model-states.ts';

/** One model: what it is, whether it suits this machine, how far it is here, and what can be done with it. */
export function ModelRow({
  model,
  mayManage,
  freeDiskBytes,
  onUse,
  onRemove,
}: {
  model: Model;
  mayManage: boolean;
  freeDiskBytes: number | null;
  onUse: (model: Model) => void;
  onRemove: (model: Model) => void;
}) {
  const { id, name, license, strengths, contextSize, memoryBytes, fits, fault, isBuiltIn } = model;
  const isPartial = model.state === 'partial' || isMoving(model);
  const missing = model.totalBytes - model.bytes;
  const lacksRoom =
    mayManage &&
    freeDiskBytes !== null &&
    missing > freeDiskBytes &&
    (model.state === 'absent' || model.state === 'partial');
  return (
    <li className={classes.row} data-testid="model-row" data-id={id} data-state={model.state}>
      <div>
        <div className={classes.name}>
          {name}
          <StateBadge model={model} />
          {fits !== null && fits !== 'yes' && (
            <Badge variant="light" color={FITS[fits].color} tt="none">
              {FITS[fits].label}
            </Badge>
          )}
        </div>
        <div className={classes.facts}>
          {!isBuiltIn &&
            `${formatBytes(model.totalBytes)} ${model.state === 'installed' ? 'on disk' : 'to download'} · `}
          {`needs ${formatBytes(memoryBytes)} of memory · context of up to ${formatCount(contextSize)} tokens`}
          <br />
          {`${license} · ${strengths} · `}
          <span className={classes.id}>{id}</span>
        </div>
      </div>
      <ModelActions model={model} mayManage={mayManage} onUse={onUse} onRemove={onRemove} />
      {isPartial && (
        <div className={classes.wide}>
          <Progress
            value={model.totalBytes === 0 ? 0 : (model.bytes / model.totalBytes) * 100}
            animated={model.state === 'downloading'}
            color={isMoving(model) ? 'pine' : 'gray.5'}
            aria-label={`How much of ${name} is here`}
            data-testid="model-progress"
          />
          <div className={classes.progress} data-testid="model-progress-text">
            {model.state === 'partial' ? `Stopped at ${progressOf(model)}` : progressOf(model)}
          </div>
        </div>
      )}
      {fault !== null && (
        <div className={classes.wide} data-testid="model-fault">
          <Notice tone="warn">
            {fault.message} {NEXT_STEPS[fault.code]}
          </Notice>
        </div>
      )}
      {lacksRoom && fault === null && (
        <div className={classes.wide}>
          <Notice tone="warn">
            {`It needs ${formatBytes(missing)} of disk, and ${formatBytes(freeDiskBytes)} are free.`}
          </Notice>
        </div>
      )}
    </li>
  );
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
  if (isServed) return ['In use', 'pine'];
  switch (state) {
    case 'installed':
      return ['Installed', 'gray'];
    case 'downloading':
      return [`Downloading ${totalBytes === 0 ? 0 : Math.floor((bytes / totalBytes) * 100)} %`, 'pine'];
    case 'checking':
      return ['Checking', 'pine'];
    case 'waiting':
      return ['Starting', 'pine'];
    case 'removing':
      return ['Removing', 'gray'];
    case 'partial':
      return ['Incomplete', 'gray'];
    case 'absent':
      return [null, 'gray'];
  }
}
