import { describe, expect, it } from 'vitest';
import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { loadLaterTexts } from '../../lib/i18n.ts';
import { updateText } from './update-text.ts';

await loadLaterTexts();

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const at = (phase: UpdateState['phase']): UpdateState => ({ running: '0.1.0', phase });

describe('the texts about updates', () => {
  it('distinguish the newest version from never checked', () => {
    expect(updateText(at({ kind: 'idle', checkedAt: null }), NOW)).toMatch(/not checked/i);
    expect(updateText(at({ kind: 'idle', checkedAt: '2026-03-01T11:55:00.000Z' }), NOW)).toBe(
      'You have the newest version. Checked 5 min ago.',
    );
  });

  it('never round a download up to done', () => {
    expect(updateText(at({ kind: 'downloading', version: '0.2.0', percent: 99.9 }), NOW)).toMatch(/99 %$/);
  });

  it('name both versions while they differ', () => {
    const ready = at({ kind: 'ready', version: '0.2.0' });
    expect(updateText(ready, NOW)).toMatch(/0\.2\.0.*0\.1\.0/);
  });
});
