import { describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually, postCallback } from '../helpers/platform.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { addTemplate } from '../helpers/templates.ts';

const rig = setUpTemplates();
const { dashboard, named, synced, syncNow } = rig;

describe('a notice', () => {
  const decide = (id: string, change: object) =>
    rig.messaging.platform.control('PATCH', `/templates/${id}`, change);
  const platformIdOf = async (name: string) =>
    (
      await rig.messaging.platform.control('GET', `/accounts/${demoAccount.phoneNumberId}/templates`)
    ).body.data.find((one: Json) => one.name === name).id;
  const events = async () => (await dashboard('GET', '/events?since=0&limit=500')).body.events;
  const notice = (field: string, value: object, time: number | null, wabaId: string = demoAccount.wabaId) =>
    postCallback(rig.messaging.server, rig.messaging.workspace, {
      object: 'whatsapp_business_account',
      entry: [{ id: wabaId, ...(time !== null && { time }), changes: [{ field, value }] }],
    });

  it('of a status, a quality or a category is applied at once, in any spelling of the language', async () => {
    await synced();
    const id = await platformIdOf('appointment_reminder');
    for (const spelling of ['hyphen', 'underscore']) {
      await decide(id, { status: 'REJECTED', reason: 'SCAM', spelling });
      await eventually(async () => (await named('appointment_reminder')).rejectedReason === 'SCAM');
      await decide(id, { status: 'APPROVED', spelling });
      await eventually(async () => (await named('appointment_reminder')).status === 'APPROVED');
    }
    await decide(id, { quality: 'YELLOW', category: 'MARKETING' });
    await eventually(async () => {
      const { quality, category, previousCategory } = await named('appointment_reminder');
      return quality === 'YELLOW' && category === 'MARKETING' && previousCategory === 'UTILITY';
    });
    expect(await named('appointment_reminder')).toMatchObject({ rejectedReason: null });
    const sent = JSON.stringify(await events());
    expect(sent).toContain('"template.updated"');
    expect(sent).toContain('"templates.synced"');
    await synced();
  }, 30_000);

  it('that is outdated changes nothing', async () => {
    const about = { message_template_name: 'track_parcel', message_template_language: 'en-US' };
    const now = Math.floor(Date.now() / 1_000);
    await notice('message_template_status_update', { ...about, event: 'PAUSED' }, now + 60);
    await eventually(async () => (await named('track_parcel')).status === 'PAUSED');
    await notice('message_template_status_update', { ...about, event: 'DISABLED' }, now + 30);
    await notice('message_template_quality_update', { ...about, new_quality_score: 'RED' }, now + 20);
    await eventually(async () => (await named('track_parcel')).quality === 'RED');
    expect((await named('track_parcel')).status).toBe('PAUSED');
    // Older than the last sync: the platform is asked, and returns the current status.
    await notice('message_template_status_update', { ...about, event: 'DISABLED' }, now - 3_600);
    await syncNow();
    expect((await named('track_parcel')).status).toBe('APPROVED');
  }, 30_000);

  it('for another account, or without a name, is parked with the reason', async () => {
    const about = { message_template_name: 'order_update', message_template_language: 'en_US' };
    await notice('message_template_status_update', { ...about, event: 'DISABLED' }, 5_000_000_000, '999');
    await notice('template_category_update', { new_category: 'MARKETING' }, 5_000_000_000);
    const strange = { ...about, message_template_name: 'gr\u00fc\u00dfe', event: 'APPROVED' };
    await notice('message_template_status_update', strange, 5_000_000_001);
    const parked = await eventually(async () => {
      const { data } = (await dashboard('GET', '/parked-items')).body;
      return data.length === 3 && data;
    });
    expect(parked.map((one: Json) => one.reason).sort()).toEqual([
      expect.stringMatching(/^message_template_name/),
      expect.stringMatching(/^message_template_name/),
      expect.stringMatching(/business account 999/),
    ]);
    expect((await named('order_update')).status).toBe('APPROVED');
  });

  it('for an unknown template syncs it', async () => {
    const before = await synced();
    const { id } = await addTemplate(rig.messaging.platform, { name: 'made_elsewhere', status: 'PENDING' });
    await decide(id, { status: 'APPROVED' });
    await eventually(async () => (await named('made_elsewhere'))?.status === 'APPROVED', 15_000);
    expect((await synced()).syncedAt > before.syncedAt).toBe(true);
  }, 30_000);
});
