export { addSavedReply } from './saved-replies.service.ts';

import { savedRepliesRoutes } from './saved-replies.routes.ts';

/** Wires the saved replies of workspaces. */
export function registerSavedReplies() {
  return { routes: savedRepliesRoutes() };
}
