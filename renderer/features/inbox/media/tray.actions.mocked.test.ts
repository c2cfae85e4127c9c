import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loadLaterTexts } from '../../../lib/i18n.ts';
import { closeDrafts, readDraft, saveDraft, saveQuote } from '../composer/drafts.store.ts';
import { resetConversations, upsertConversations } from '../list/conversations.store.ts';
import { sampleConversation } from '../test-samples.ts';
import { moveFiles } from './moved-files.ts';
import { noteComposerShown } from './not-sent-toast.ts';
import { addFiles, removeTile, sendWhenUploaded } from './tray.actions.ts';
import { composedOf, emptyTrays, tilesOf, useTray } from './tray.store.ts';

const { uploadFile, sendFiles, show, hide } = vi.hoisted(() => ({
  uploadFile: vi.fn(),
  sendFiles: vi.fn(),
  show: vi.fn(),
  hide: vi.fn(),
}));
vi.mock('../../../lib/api/upload-file.ts', () => ({ uploadFile, isUploadedFile: () => true }));
vi.mock('../outbox/outbox.actions.ts', () => ({ sendFiles, sendText: vi.fn() }));
vi.mock('@mantine/notifications', () => ({ notifications: { show, hide } }));

/** The uploads under way, in their order. */
let uploads: { end(): void; fail(error: Error): void }[] = [];

beforeAll(() => loadLaterTexts());
beforeEach(() => {
  uploads = [];
  uploadFile.mockImplementation((file: File) => {
    const { name: filename, size } = file;
    const media = { id: `md_${filename}`, kind: 'document', mimeType: file.type, size, filename };
    let fail = (_: Error) => {};
    const done = new Promise((resolve, reject) => {
      fail = reject;
      uploads.push({ end: () => resolve(media), fail });
    });
    return { done, abort: () => fail(new ApiError('network')) };
  });
  upsertConversations([sampleConversation()]);
});
afterEach(() => {
  emptyTrays();
  closeDrafts();
  resetConversations();
  vi.resetAllMocks();
});

const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const isStillMeant = () =>
  useTray.getState().armed.cv_1 === composedOf({ reply: readDraft('cv_1'), quote: '' }, tilesOf('cv_1'));

describe('a message that waits for its files', () => {
  beforeEach(() => {
    saveDraft('cv_1', 'Here it is');
    addFiles('cv_1', [pdf('a.pdf')]);
    sendWhenUploaded('cv_1');
  });

  it('is sent with the text that Send was pressed on', async () => {
    expect(isStillMeant()).toBe(true);
    expect(sendFiles).not.toHaveBeenCalled();
    uploads[0]?.end();
    await settled();
    expect(sendFiles).toHaveBeenCalledOnce();
    expect(sendFiles.mock.calls[0]?.slice(0, 3)).toMatchObject(['cv_1', [{ id: 'md_a.pdf' }], 'Here it is']);
    expect([readDraft('cv_1'), tilesOf('cv_1')]).toEqual(['', []]);
    expect(show).not.toHaveBeenCalled();
  });

  it.each([
    ['the text was changed', () => saveDraft('cv_1', 'Here it is. And one more')],
    ['another message is quoted', () => saveQuote('cv_1', { id: 'msg_1', author: 'Ana', text: 'Which?' })],
    ['another file was attached', () => addFiles('cv_1', [pdf('b.pdf')])],
  ])('is not sent after %s, until Send is pressed again', async (_what, change) => {
    change();
    for (const { end } of uploads) end();
    await settled();
    expect(sendFiles).not.toHaveBeenCalled();
    expect(show).toHaveBeenCalledOnce();
    sendWhenUploaded('cv_1');
    expect(sendFiles).toHaveBeenCalledOnce();
  });

  it('is sent after a change that was taken back before the end of the upload', async () => {
    saveDraft('cv_1', 'Here it is!');
    expect(isStillMeant()).toBe(false);
    saveDraft('cv_1', 'Here it is ');
    expect(isStillMeant()).toBe(true);
    uploads[0]?.end();
    await settled();
    expect(sendFiles).toHaveBeenCalledOnce();
  });

  it('is not sent with another file removed, nor held back by the removed one', async () => {
    addFiles('cv_1', [pdf('b.pdf')]);
    sendWhenUploaded('cv_1');
    const [, other] = tilesOf('cv_1');
    if (other) removeTile('cv_1', other);
    uploads[0]?.end();
    await settled();
    expect(sendFiles).not.toHaveBeenCalled();
    sendWhenUploaded('cv_1');
    expect(sendFiles.mock.calls[0]?.[1]).toMatchObject([{ id: 'md_a.pdf' }]);
  });

  it('whose upload fails while another conversation is open is named in a toast', async () => {
    uploads[0]?.fail(new ApiError('network'));
    await settled();
    expect(tilesOf('cv_1')).toMatchObject([{ state: 'failed' }]);
    expect(show).toHaveBeenCalledOnce();
    expect(show.mock.calls[0]?.[0]).toMatchObject({ color: 'red', autoClose: false });
    expect(show.mock.calls[0]?.[0].title).toContain('Ana');
    // The composer says itself what is the matter.
    hide.mockClear();
    const end = noteComposerShown('cv_1');
    expect(hide).toHaveBeenCalledWith(show.mock.calls[0]?.[0].id);
    end();
  });

  it('whose upload fails in sight says so at the file alone', async () => {
    const end = noteComposerShown('cv_1');
    uploads[0]?.fail(new ApiError('network'));
    await settled();
    expect(tilesOf('cv_1')).toMatchObject([{ state: 'failed' }]);
    expect(show).not.toHaveBeenCalled();
    end();
  });
});

it('an upload that fails before Send was pressed shows no toast', async () => {
  addFiles('cv_1', [pdf('a.pdf')]);
  uploads[0]?.fail(new ApiError('network'));
  await settled();
  expect(show).not.toHaveBeenCalled();
});

describe('the files of a conversation whose contact is merged', () => {
  const states = (id: string) => tilesOf(id).map(({ name, state }) => [name, state]);

  it('are in the other tray, where their uploads begin again', async () => {
    addFiles('cv_2', [pdf('there.pdf')]);
    uploads[0]?.end();
    await settled();
    addFiles('cv_1', [pdf('ready.pdf'), pdf('failed.pdf'), pdf('slow.pdf'), pdf('later.pdf')]);
    uploads[1]?.end();
    uploads[2]?.fail(new ApiError('network'));
    await settled();
    expect(states('cv_1').map(([, state]) => state)).toEqual(['ready', 'failed', 'uploading', 'uploading']);
    moveFiles('cv_1', 'cv_2');
    await settled();
    expect(tilesOf('cv_1')).toEqual([]);
    expect(states('cv_2')).toEqual([
      ['there.pdf', 'ready'],
      ['ready.pdf', 'ready'],
      ['failed.pdf', 'failed'],
      ['slow.pdf', 'uploading'],
      ['later.pdf', 'uploading'],
    ]);
    for (const { end } of uploads) end();
    await settled();
    expect(states('cv_2').map(([, state]) => state)).toEqual(['ready', 'ready', 'failed', 'ready', 'ready']);
    expect(show).not.toHaveBeenCalled();
  });

  it('do not send the message that waited for them, which a toast says', async () => {
    saveDraft('cv_1', 'Here it is');
    addFiles('cv_1', [pdf('a.pdf')]);
    sendWhenUploaded('cv_1');
    moveFiles('cv_1', 'cv_2');
    saveDraft('cv_1', '');
    saveDraft('cv_2', 'Here it is');
    await settled();
    for (const { end } of uploads) end();
    await settled();
    expect(sendFiles).not.toHaveBeenCalled();
    expect(show).toHaveBeenCalledOnce();
    sendWhenUploaded('cv_2');
    expect(sendFiles.mock.calls[0]?.slice(0, 3)).toMatchObject(['cv_2', [{ id: 'md_a.pdf' }], 'Here it is']);
  });
});

it('Send with files that are all uploaded sends at once', async () => {
  addFiles('cv_1', [pdf('a.pdf')]);
  uploads[0]?.end();
  await settled();
  sendWhenUploaded('cv_1');
  expect(sendFiles).toHaveBeenCalledOnce();
});
