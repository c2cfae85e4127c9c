import type { z } from 'zod';
import { PaginationSchema } from '../../../shared/contract/base.ts';
import {
  ContactSchema,
  ContactStatusSchema,
  CreateContactSchema,
  UpdateContactSchema,
} from '../../../shared/contract/contacts.contract.ts';
import {
  MessageErrorSchema,
  MessageSchema,
  SendMessageSchema,
} from '../../../shared/contract/messages.contract.ts';

interface NamedSchema {
  schema: z.ZodType;
  /** Whether it is what callers send or what they get. */
  strategy: 'input' | 'output';
}

/** Schemas that stand once in the document, under a name; generated clients name their types after them. */
export const NAMED_SCHEMAS: Record<string, NamedSchema> = {
  Contact: { schema: ContactSchema, strategy: 'output' },
  ContactStatus: { schema: ContactStatusSchema, strategy: 'output' },
  CreateContact: { schema: CreateContactSchema, strategy: 'input' },
  UpdateContact: { schema: UpdateContactSchema, strategy: 'input' },
  Message: { schema: MessageSchema, strategy: 'output' },
  MessageError: { schema: MessageErrorSchema, strategy: 'output' },
  SendMessage: { schema: SendMessageSchema, strategy: 'input' },
  Pagination: { schema: PaginationSchema, strategy: 'output' },
};
