import type { Language } from '../../../shared/domain/language.ts';

/** What mails are about, with the facts of each. All facts are texts, because jobs store them. */
export type MailFacts =
  | { kind: 'endpoint_failing' | 'endpoint_disabled'; host: string; status: string; path: string }
  | { kind: 'key_expiring'; name: string; expiresAt: string; path: string }
  | { kind: 'model_key_expiring'; name: string; expiresAt: string; path: string };

interface MailText {
  subject: string;
  /** Paragraphs; the address of the page stands below them. */
  paragraphs: readonly string[];
}

type Texts = {
  [Kind in MailFacts['kind']]: (facts: Extract<MailFacts, { kind: Kind }>, language: Language) => MailText;
} & { why: (workspace: string) => string };

const EN: Texts = {
  endpoint_failing: ({ host, status }) => ({
    subject: `Webhook endpoint ${host} is failing`,
    paragraphs: [
      `Deliveries to ${host} fail.${status === '' ? '' : ` The last response had the status ${status}.`}`,
      'Events wait and are sent when the endpoint accepts them again. After five days of failures only, the endpoint is disabled.',
    ],
  }),
  endpoint_disabled: ({ host, status }) => ({
    subject: `Webhook endpoint ${host} was disabled`,
    paragraphs: [
      `Switchboard no longer sends events to ${host}, because its deliveries failed.${status === '' ? '' : ` The last response had the status ${status}.`}`,
      'Repair the endpoint, then enable it again on its page. You can also send the missed events there.',
    ],
  }),
  key_expiring: ({ name, expiresAt }, language) => ({
    subject: `API key ${name} expires on ${dayOf(expiresAt, language)}`,
    paragraphs: [
      `The API key ${name} expires on ${timeOf(expiresAt, language)}. Requests that use it fail from then on.`,
      'Roll the key before then: it gets a new secret, and the current one can go on working for a while.',
    ],
  }),
  model_key_expiring: ({ name, expiresAt }, language) => ({
    subject: `Inference key ${name} expires on ${dayOf(expiresAt, language)}`,
    paragraphs: [
      `The inference key ${name} expires on ${timeOf(expiresAt, language)}. Requests to the model that use it fail from then on.`,
      'Create another key before then, and use it in your programs.',
    ],
  }),
  why: (workspace) => `You receive this message as an owner or admin of ${workspace}.`,
};

const PT_BR: Texts = {
  endpoint_failing: ({ host, status }) => ({
    subject: `O endpoint de webhook ${host} está falhando`,
    paragraphs: [
      `As entregas para ${host} falham.${status === '' ? '' : ` A última resposta teve o status ${status}.`}`,
      'Os eventos aguardam e são enviados quando o endpoint voltar a aceitá-los. Depois de cinco dias só com falhas, o endpoint é desativado.',
    ],
  }),
  endpoint_disabled: ({ host, status }) => ({
    subject: `O endpoint de webhook ${host} foi desativado`,
    paragraphs: [
      `O Switchboard não envia mais eventos para ${host}, porque as entregas falharam.${status === '' ? '' : ` A última resposta teve o status ${status}.`}`,
      'Corrija o endpoint e ative-o de novo na página dele. Lá você também pode enviar os eventos perdidos.',
    ],
  }),
  key_expiring: ({ name, expiresAt }, language) => ({
    subject: `A chave de API ${name} expira em ${dayOf(expiresAt, language)}`,
    paragraphs: [
      `A chave de API ${name} expira em ${timeOf(expiresAt, language)}. As requisições que a usam falham a partir daí.`,
      'Troque a chave antes disso: ela recebe um novo segredo, e o atual pode continuar funcionando por um tempo.',
    ],
  }),
  model_key_expiring: ({ name, expiresAt }, language) => ({
    subject: `A chave de inferência ${name} expira em ${dayOf(expiresAt, language)}`,
    paragraphs: [
      `A chave de inferência ${name} expira em ${timeOf(expiresAt, language)}. As requisições ao modelo que a usam falham a partir daí.`,
      'Crie outra chave antes disso e use-a nos seus programas.',
    ],
  }),
  why: (workspace) => `Você recebe esta mensagem como proprietário ou administrador de ${workspace}.`,
};

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, 'pt-BR': PT_BR };

/** Returns a mail in a language. `publicUrl` is the address of the server, `workspace` its name. */
export function mailText(
  facts: MailFacts,
  { language, publicUrl, workspace }: { language: Language; publicUrl: string; workspace: string },
): { subject: string; text: string } {
  const texts = TEXTS[language];
  const write = texts[facts.kind] as (facts: MailFacts, language: Language) => MailText;
  const { subject, paragraphs } = write(facts, language);
  const text = [...paragraphs, `${publicUrl}${facts.path}`, texts.why(workspace)].join('\n\n');
  return { subject: `[${workspace}] ${subject}`, text: `${text}\n` };
}

function dayOf(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}

function timeOf(time: string, language: Language): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language, format).format(new Date(time))} UTC`;
}
