import { type Response, Router } from 'express';
import { actionsJs } from './client/actions.ts';
import { contentJs } from './client/content.ts';
import { domJs } from './client/dom.ts';
import { failuresJs } from './client/failures.ts';
import { filesJs } from './client/files.ts';
import { kindsJs } from './client/kinds.ts';
import { messagesJs } from './client/messages.ts';
import { panelJs } from './client/panel.ts';
import { startJs } from './client/start.ts';
import { stateJs } from './client/state.ts';
import { templatesJs } from './client/templates.ts';
import { html, iconSvg } from './html.ts';
import { chatCss } from './style/chat.ts';
import { controlsCss } from './style/controls.ts';
import { failuresCss } from './style/failures.ts';
import { layoutCss } from './style/layout.ts';
import { templatesCss } from './style/templates.ts';
import { tokensCss } from './style/tokens.ts';

/** The page's script and style as strings, so the bundled sandbox needs no other files. */
const phoneScript = `'use strict';\n(() => {\n${[domJs, stateJs, contentJs, templatesJs, filesJs, messagesJs, panelJs, failuresJs, kindsJs, actionsJs, startJs].join('\n')}\n})();\n`;
const style = [tokensCss, layoutCss, controlsCss, chatCss, failuresCss, templatesCss].join('\n');

/** Serves the phone page: its markup, style, script and icon. */
export function phoneRouter(): Router {
  const router = Router();
  const send = (response: Response, type: string, body: string) => {
    response.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    response.type(type).send(body);
  };
  router.get(['/', '/phone'], (_request, response) => {
    response.set(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    send(response, 'html', html);
  });
  router.get('/phone/app.js', (_request, response) => send(response, 'text/javascript', phoneScript));
  router.get('/phone/app.css', (_request, response) => send(response, 'text/css', style));
  router.get('/phone/icon.svg', (_request, response) => send(response, 'image/svg+xml', iconSvg));
  return router;
}
