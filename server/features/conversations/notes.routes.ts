import { implement } from '@orpc/server';
import { notesContract } from '../../../shared/contract/inbox/notes.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { addNote, changeNote, listNotes, readMentions, removeNote } from './notes.service.ts';

export function notesRoutes() {
  const os = implement(notesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) =>
      listNotes(contextOf(context), input.params.id, input.query),
    ),
    create: os.create.handler(({ input, context }) =>
      addNote(contextOf(context), input.params.id, input.body),
    ),
    change: os.change.handler(({ input, context }) =>
      changeNote(contextOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) => removeNote(contextOf(context), input.params.id)),
    readMentions: os.readMentions.handler(({ input, context }) =>
      readMentions(contextOf(context), input.params.id),
    ),
  });
}
