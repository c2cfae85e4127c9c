import type { Tooltip, TooltipProps } from '@mantine/core';
import { cloneElement, type PointerEvent, type ReactElement, useState } from 'react';

/** As in the theme. */
const OPEN_DELAY_MS = 350;

let Floating: typeof Tooltip | null = null;

export interface TipProps extends Pick<TooltipProps, 'label' | 'position' | 'multiline' | 'disabled'> {
  /** One element, or a component that passes the events of the mouse on to one. */
  children: ReactElement<{ onPointerEnter?: (event: PointerEvent<HTMLElement>) => void }>;
}

/**
 * A tooltip for the mouse. Its code is loaded, and it is part of the page, from the first time on that the mouse is
 * over the element: a list has hundreds of them.
 */
export function Tip({ children, ...tip }: TipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const { onPointerEnter } = children.props;

  function handleEnter(event: PointerEvent<HTMLElement>): void {
    onPointerEnter?.(event);
    const { currentTarget: element, pointerType } = event;
    if (pointerType !== 'mouse' || element === target) return;
    const loaded = import('./overlays.ts').then(({ Tooltip }) => {
      Floating = Tooltip;
    });
    const waited = new Promise((resolve) => setTimeout(resolve, OPEN_DELAY_MS));
    Promise.all([loaded, waited]).then(
      () => element.matches(':hover') && setTarget(element),
      // Without a network there is no tooltip yet.
      () => undefined,
    );
  }

  return (
    <>
      {cloneElement(children, { onPointerEnter: handleEnter })}
      {target && Floating && <Floating {...tip} target={target} defaultOpened />}
    </>
  );
}
