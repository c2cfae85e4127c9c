/** Creates what a request refers to, new each time, so that a deletion does not affect the next request. */
export interface Things {
  savedView(): Promise<string>;
  notification(): Promise<string>;
  /** An own reminder about a message. */
  reminder(): Promise<string>;
  savedReply(): Promise<string>;
  replyProposal(): Promise<string>;
  contact(): Promise<{ id: string; phone: string }>;
  /** The id of a contact that was merged into another one. */
  mergedContact(): Promise<string>;
  segment(): Promise<string>;
  /** A broadcast that waits for a time far ahead. */
  broadcast(): Promise<string>;
  automationRule(): Promise<string>;
  /** A replay that has ended. */
  replay(): Promise<string>;
  /** A replay of drafts that has ended. */
  draftReplay(): Promise<string>;
  /** A rehearsal that has ended, of all members. */
  rehearsal(): Promise<string>;
  contactField(): Promise<string>;
  /** A deletion that has not begun. */
  contactAction(): Promise<string>;
  /** A file whose rows have been read. */
  contactImport(): Promise<string>;
  label(): Promise<string>;
  /** An own note in a conversation. */
  note(): Promise<string>;
  /** A conversation whose customer has just written. */
  conversation(): Promise<string>;
  /** A message that a customer has just sent. */
  inboundMessage(): Promise<string>;
  /** A message that the owner has just sent as an answer. */
  ownAnswer(): Promise<string>;
  /** A message that waits for a time far ahead. */
  scheduledMessage(): Promise<string>;
  /** A message that the platform has rejected, to a customer who has just written. */
  failedMessage(): Promise<string>;
  /** The file of a customer's message, already downloaded. */
  media(): Promise<string>;
  apiKey(): Promise<string>;
  member(): Promise<string>;
  /** An invitation that has not been accepted. */
  invitation(): Promise<string>;
  /** An approved template without variables. */
  template(): Promise<string>;
  /** One that waits for review. */
  spareTemplate(): Promise<string>;
  webhookEndpoint(): Promise<string>;
  /** A delivery, sent or pending. */
  webhookListener(): Promise<string>;
  webhookDelivery(): Promise<{ endpointId: string; id: string }>;
  inferenceKey(): Promise<string>;
  /** A stored call of the model. */
  promptLogEntry(): Promise<string>;
  /** A part of a callback that could not be read. */
  parkedItem(): Promise<string>;
}

/** Returns ids of things that have never existed. */
export function noThings(): Things {
  const id = (prefix: string) => async () => `${prefix}_${'0'.repeat(26)}`;
  return {
    savedView: id('sv'),
    notification: id('ntf'),
    reminder: id('rem'),
    replyProposal: id('rp'),
    savedReply: id('sr'),
    broadcast: id('bc'),
    mergedContact: id('ct'),
    segment: id('seg'),
    automationRule: id('ar'),
    rehearsal: id('rh'),
    replay: id('rpl'),
    draftReplay: id('drp'),
    contact: async () => ({ id: await id('ct')(), phone: '15550106666' }),
    contactField: id('cf'),
    contactAction: id('ca'),
    contactImport: id('ci'),
    label: id('lbl'),
    note: id('nt'),
    conversation: id('cv'),
    inboundMessage: id('msg'),
    ownAnswer: id('msg'),
    failedMessage: id('msg'),
    scheduledMessage: id('msg'),
    media: id('med'),
    apiKey: id('key'),
    member: id('usr'),
    invitation: id('inv'),
    template: id('tpl'),
    spareTemplate: id('tpl'),
    webhookEndpoint: id('whe'),
    webhookListener: id('whe'),
    webhookDelivery: async () => ({ endpointId: await id('whe')(), id: await id('whd')() }),
    inferenceKey: id('ik'),
    promptLogEntry: id('pl'),
    parkedItem: id('pk'),
  };
}
