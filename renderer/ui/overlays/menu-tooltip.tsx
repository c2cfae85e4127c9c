import { Tooltip, type TooltipProps } from '@mantine/core';
import type { AriaAttributes } from 'react';

/** A tooltip of the button of a menu, inside `Menu.Target`. Not there while the menu is open: it would be above its items. */
export function MenuTooltip(props: TooltipProps & AriaAttributes) {
  return <Tooltip {...props} disabled={props.disabled || props['aria-expanded'] === true} />;
}
