import { expect, it } from 'vitest';
import { isQuiet, muteConversation, type QuietHours, useNoticeSettings } from './notice-settings.store.ts';

/** A Wednesday, and the Saturday after it. */
const at = (time: string, day = 25) => new Date(`2026-11-${day}T${time}:00`);
const hours = (from: string, to: string, weekends = false): QuietHours => ({ from, to, weekends });

it('quiet hours within a day include their start and not their end', () => {
  const noon = hours('12:00', '13:00');
  expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isQuiet(noon, at(time)))).toEqual([
    ...[false, true, true, false],
  ]);
});

it('quiet hours may pass midnight', () => {
  const night = hours('19:00', '08:00');
  expect(['18:59', '19:00', '00:00', '07:59', '08:00'].map((time) => isQuiet(night, at(time)))).toEqual([
    ...[false, true, true, true, false],
  ]);
});

it('weekends are quiet all day if the person wants that', () => {
  expect(isQuiet(hours('19:00', '08:00', true), at('12:00', 28))).toBe(true);
  expect(isQuiet(hours('19:00', '08:00', false), at('12:00', 28))).toBe(false);
  expect(isQuiet(hours('19:00', '08:00', true), at('12:00'))).toBe(false);
});

it('without quiet hours nothing is quiet, and equal times are the whole day', () => {
  expect(isQuiet(null, at('03:00'))).toBe(false);
  expect(isQuiet(hours('08:00', '08:00'), at('12:00'))).toBe(true);
});

it('conversations are muted one by one, and the first one makes room after many', () => {
  for (let count = 1; count <= 501; count += 1) muteConversation(`cv_${count}`, true);
  muteConversation('cv_7', true);
  const { muted } = useNoticeSettings.getState();
  expect([muted.length, muted[0], muted.at(-1)]).toEqual([500, 'cv_2', 'cv_7']);
  muteConversation('cv_7', false);
  expect(useNoticeSettings.getState().muted).not.toContain('cv_7');
});
