import { createHmac } from 'node:crypto';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { bareType, violatedRule } from '../media/file-rules.ts';
import type { Platform } from '../platform.ts';
import type { MediaItem } from '../state/model.ts';
import { type Access, accessOf, numberIn } from './access.ts';
import { requireProduct } from './body.ts';
import { GraphApiError, notVisible } from './graph-api-error.ts';

/** Enough for the largest file and the form that contains it. */
const formMaxBytes = 101 * 1024 * 1024;

/** The path of downloads, which is outside the graph API. */
export const downloadPath = '/attachments';

/** Mounts the upload of files for a number, and access to them by their ids. */
export function mountMedia(router: Router, platform: Platform): void {
  const readForm = express.raw({ type: 'multipart/form-data', limit: formMaxBytes });

  router.post('/:id/media', readForm, async (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id ?? '', 'post');
    const { mimeType, filename, bytes, ...form } = await fileIn(request);
    // For the call log, which does not contain the bytes.
    request.body = { ...form, file: { mimeType, filename, size: bytes.length } };
    requireProduct(form);
    if (form.type === undefined) throw required('type');
    if (bareType(form.type) !== bareType(mimeType)) {
      throw mustBe(`of the type that the parameter type says, '${form.type}'. Received '${mimeType}'.`);
    }
    const requirement = violatedRule({ mimeType, filename, bytes });
    if (requirement !== null) throw mustBe(requirement);
    const { phoneNumberId } = account;
    const item = await platform.media.add({ phoneNumberId, from: 'business', mimeType, filename, bytes });
    response.json({ id: item.id });
  });

  router.get('/:id', ofItem('get'), (request, response) => {
    const item = response.locals.item as MediaItem;
    response.json({
      messaging_product: 'whatsapp',
      url: addressOf(platform, request, item),
      mime_type: item.mimeType,
      sha256: item.sha256,
      file_size: item.size,
      id: item.id,
    });
  });

  router.delete('/:id', ofItem('delete'), (_request, response) => {
    platform.media.remove((response.locals.item as MediaItem).id);
    response.json({ success: true });
  });

  /** Passes ids that are not files to the endpoints after this one. */
  function ofItem(verb: 'get' | 'delete'): RequestHandler {
    return (request, response, next) => {
      const id = String(request.params.id);
      if (!platform.media.knows(id)) return next('route');
      response.locals.item = itemIn(platform, accessOf(platform, request), id, request, verb);
      next();
    };
  }
}

function itemIn(
  platform: Platform,
  access: Access,
  id: string,
  request: Request,
  verb: 'get' | 'delete',
): MediaItem {
  const item = platform.media.get(id);
  const isOwn = access.accounts.some(({ phoneNumberId }) => phoneNumberId === item?.phoneNumberId);
  const { phone_number_id: asked } = request.query;
  if (!item || !isOwn || (asked !== undefined && asked !== item.phoneNumberId)) throw notVisible(id, verb);
  return item;
}

/** Returns a temporary address of a file. The download requires the token too. */
function addressOf(platform: Platform, request: Request, item: MediaItem): string {
  const { mediaUrlLifeMs } = platform.knobs.of(item.phoneNumberId);
  const until = String(platform.clock.now() + mediaUrlLifeMs);
  const address = new URL(downloadPath, `${request.protocol}://${request.get('host')}`);
  address.searchParams.set('mid', item.id);
  address.searchParams.set('ext', until);
  address.searchParams.set('hash', hashOf(item, until));
  return address.href;
}

/** Returns the signature of a file's temporary address. */
export function hashOf(item: MediaItem, until: string): string {
  return createHmac('sha256', item.sha256).update(`${item.id}:${until}`).digest('base64url').slice(0, 22);
}

async function fileIn(request: Request) {
  if (!Buffer.isBuffer(request.body)) throw required('file');
  const form = await new Response(new Uint8Array(request.body), {
    headers: { 'content-type': request.get('content-type') ?? '' },
  })
    .formData()
    .catch(() => {
      throw new GraphApiError(100, { message: '(#100) The body could not be read as multipart/form-data.' });
    });
  const file = form.get('file');
  if (file === null) throw required('file');
  if (typeof file === 'string') throw mustBe('a file.');
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const fields: { messaging_product?: string; type?: string } = {
    ...text('messaging_product'),
    ...text('type'),
  };
  return {
    ...fields,
    mimeType: file.type,
    filename: file.name,
    bytes: Buffer.from(await file.arrayBuffer()),
  };
}

function required(name: string): GraphApiError {
  return new GraphApiError(100, { message: `(#100) The parameter ${name} is required.` });
}

function mustBe(what: string): GraphApiError {
  return new GraphApiError(100, { message: `(#100) Param file must be ${what}` });
}
