import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { fieldsOf, type TemplateValues } from '../../../shared/domain/templates/template-fields.ts';
import type { TemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';

/** A greeting before the first variable: `Hi {{1}},`. Numbered variables have no other name. */
const GREETED = /^\P{L}*(?:hi|hello|hey|dear|ol[áa]|oi|prezad[oa]|car[oa]|bom dia|hola)[\s,]+\{\{(\d+)\}\}/iu;

/**
 * Returns the values of a template's variables that the contact has: names, email, phone and custom fields, by the
 * names of the variables, and the first name after a greeting. The person can change them before sending.
 */
export function valuesOfContact(form: TemplateForm, contact: Contact): TemplateValues {
  const known = factsOf(contact);
  const greeted = GREETED.exec(form.body.text)?.[1];
  const values = fieldsOf(form)
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ key, part, name }) => {
      const isGreeted = part === 'body' && name === greeted;
      const value = isGreeted ? known.get('firstname') : known.get(plain(name));
      return value ? [[key, value] as const] : [];
    });
  return Object.fromEntries(values);
}

/** Returns what is known of a contact, by the names that variables usually have in English and Portuguese. */
function factsOf({ name, email, phone, attributes }: Contact): ReadonlyMap<string, string> {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const named: [readonly string[], string | null][] = [
    [['firstname', 'first', 'primeironome'], first],
    [['lastname', 'surname', 'sobrenome'], others.join(' ')],
    [['name', 'fullname', 'customername', 'contactname', 'nome', 'nomecompleto', 'cliente'], name.trim()],
    [['email', 'emailaddress'], email],
    [['phone', 'phonenumber', 'telefone', 'celular'], phone && formatPhone(phone)],
  ];
  // A field of the workspace's own goes before what its name usually means.
  return new Map([
    ...named.flatMap(([names, value]) => (value ? names.map((one) => [one, value] as const) : [])),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      typeof value === 'boolean' ? [] : [[plain(key), String(value)] as const],
    ),
  ]);
}

/** `first_name`, `firstName` and `First-Name` are the same variable. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
