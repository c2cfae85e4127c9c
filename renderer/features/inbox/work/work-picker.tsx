import { Popover } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { t } from '../../../lib/i18n.ts';
import { closePicker, type PickerPlace, usePicker } from './picker.store.ts';

const loadPickers = () => import('./pickers.tsx');
const Pickers = lazy(async () => ({ default: (await loadPickers()).Pickers }));

/**
 * Shows the picker that is open at this place, below its child: a single element. The code of the pickers is loaded
 * when the first place for one appears.
 */
export function WorkPicker({
  place,
  ids,
  children,
}: {
  place: PickerPlace;
  /** The conversations that the place is about; without them, it shows the picker of any. */
  ids?: readonly string[];
  children: ReactNode;
}) {
  const picker = usePicker();
  const kind = picker.place === place && (!ids || ids[0] === picker.ids[0]) ? picker.kind : null;
  useEffect(() => {
    void loadPickers();
    // A place that disappears takes its picker along. Rows also disappear while they are scrolled.
    return () => {
      if (place !== 'row' && usePicker.getState().place === place) closePicker();
    };
  }, [place]);

  return (
    <Popover
      opened={kind !== null}
      onChange={(isOpen) => !isOpen && closePicker()}
      position={place === 'thread' ? 'bottom-end' : 'bottom-start'}
      width={kind === 'snooze' ? 304 : 272}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
      hideDetached={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>{children}</Popover.Target>
      {kind !== null && (
        <Popover.Dropdown
          p={0}
          role="dialog"
          aria-label={t(`inbox:work.pick.${kind}`)}
          data-testid={`pick-${kind}`}
        >
          <Suspense fallback={null}>
            <Pickers kind={kind} ids={picker.ids} />
          </Suspense>
        </Popover.Dropdown>
      )}
    </Popover>
  );
}
