import type { Router } from 'express';
import { z } from 'zod';
import { digitsOf } from '../numbers/wa-id.ts';
import type { Platform } from '../platform.ts';
import type { Customer } from '../state/model.ts';
import { ControlError, parsed } from './control-error.ts';

const Fields = z.strictObject({
  name: z.string().max(200).optional(),
  phoneOff: z.boolean().optional(),
  userId: z.string().min(1).nullable().optional(),
  phoneHidden: z.boolean().optional(),
});
const NewCustomer = Fields.extend({ waId: z.string() });

/** Mounts the people with phones. */
export function mountCustomers(router: Router, platform: Platform): void {
  const { people, store, ladder } = platform;

  router.get('/customers', (_request, response) => {
    response.json({ data: [...store.customer.values()] });
  });

  router.post('/customers', (request, response) => {
    const { waId, ...fields } = parsed(NewCustomer, request.body);
    const digits = waIdOf(waId);
    const status = people.get(digits) ? 200 : 201;
    response.status(status).json(save(digits, fields));
  });

  router.patch('/customers/:waId', (request, response) => {
    const before = people.get(request.params.waId);
    if (!before) throw new ControlError(404, 'customer_not_found', 'Nobody has this number.');
    const customer = save(before.waId, parsed(Fields, request.body));
    if (before.phoneOff && !customer.phoneOff) ladder.deliverHeld(customer.waId);
    response.json(customer);
  });

  function save(waId: string, { name, phoneOff, userId, phoneHidden }: z.infer<typeof Fields>): Customer {
    if (phoneHidden && !(userId ?? people.get(waId)?.userId)) {
      throw new ControlError(400, 'validation_failed', 'To hide the phone number, a userId is required.');
    }
    return people.save(waId, {
      ...(name !== undefined && { name }),
      ...(phoneOff !== undefined && { phoneOff }),
      ...(userId !== undefined && { userId }),
      ...(phoneHidden !== undefined && { phoneHidden }),
    });
  }
}

/** Returns the digits of a phone number. @throws {ControlError} 400 if it is invalid. */
export function waIdOf(typed: string): string {
  const digits = digitsOf(typed);
  if (digits === null) {
    throw new ControlError(
      400,
      'validation_failed',
      'A number has 7 to 15 digits and starts with its country code.',
    );
  }
  return digits;
}
