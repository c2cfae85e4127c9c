import { isContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import { PaginationSchema } from '../../../shared/contract/base.ts';
import {
  ContactStatusSchema,
  CreateContactSchema,
  UpdateContactSchema,
} from '../../../shared/contract/contacts.contract.ts';
import { MessageErrorSchema } from '../../../shared/contract/messages.contract.ts';
import { TemplateComponentSchema } from '../../../shared/contract/template-components.ts';

export interface NamedSchema {
  schema: z.ZodType;
  /** Whether it is what callers send or what they get. */
  strategy: 'input' | 'output';
}

/** Those that their contract gives no name. */
const NAMED_HERE: Record<string, NamedSchema> = {
  ContactStatus: { schema: ContactStatusSchema, strategy: 'output' },
  CreateContact: { schema: CreateContactSchema, strategy: 'input' },
  UpdateContact: { schema: UpdateContactSchema, strategy: 'input' },
  MessageError: { schema: MessageErrorSchema, strategy: 'output' },
  Pagination: { schema: PaginationSchema, strategy: 'output' },
  TemplateComponent: { schema: TemplateComponentSchema, strategy: 'input' },
};

/**
 * The schemas that stand once in the document of `api`, under a name that generated clients call their types
 * after: those with `.meta({ id })` in the contract, and the few that are named here.
 */
export function namedSchemasOf(api: object): Record<string, NamedSchema> {
  return { ...Object.fromEntries(withIdsOf(api)), ...NAMED_HERE };
}

function withIdsOf(api: object): [string, NamedSchema][] {
  return Object.values(api).flatMap((value: unknown): [string, NamedSchema][] => {
    if (!isContractProcedure(value)) return withIdsOf(value as object);
    const { inputSchema, outputSchema } = value['~orpc'];
    return [...withIdsIn(inputSchema, 'input'), ...withIdsIn(outputSchema, 'output')];
  });
}

function withIdsIn(schema: unknown, strategy: NamedSchema['strategy']): [string, NamedSchema][] {
  const { $defs = {} } = z.toJSONSchema(schema as z.ZodType, { io: strategy, unrepresentable: 'any' });
  return Object.keys($defs).flatMap((id): [string, NamedSchema][] => {
    const named = z.globalRegistry._idmap.get(id);
    return named ? [[id, { schema: named as z.ZodType, strategy }]] : [];
  });
}
