/** Something that must not happen, whatever fails. */
export interface Violation {
  rule: Rule;
  what: string;
}

export const RULES = {
  'callback lost': 'A callback that was answered with 200 is in the history',
  'callback twice': "A customer's message is in the history once",
  'callback order': "A customer's messages are in the order in which they were handed over",
  'send lost': 'A send that was answered with 201 is in the history and reached the phone',
  'send twice': 'A send is in the history once, however often it was repeated under its key',
  'send in spite of 503': 'A send that was answered with 503 is not in the history',
  'send answer': 'A correct send gets 201, 409 while its key is in use, 500, 503 or no answer',
  'phone twice': 'A phone gets a message once, unless nobody could know that it had arrived',
  'phone order': 'Sends to a phone arrive in the order in which they were accepted',
  'phone unknown': 'A phone gets no message that is not in the history',
  'status down': "A message's status never goes down",
  'status wrong': 'The history ends with the best status that the platform has reported',
  'webhook missing':
    "An endpoint gets every event: conversationSeq has no gap, no customer's message is missing",
  'webhook changed': 'An event has the same bytes in each delivery',
  'webhook unsigned': 'A delivery carries the right signature',
  'event gap': 'A dashboard applies every event, in the order of seq',
  'event changed': 'Two dashboards are shown the same event under the same seq',
  'model end': 'A model call ends with a whole answer or a clear error, unless its process was hit',
  'model refused': 'A valid model key is never refused',
  'model quota': 'The calls counted for a key are between those answered and those made',
  'retry in vain': 'A request that fails during a rolling restart succeeds when it is repeated once',
  'revoked late': 'A revoked key, and a session that has ended, work at no server a second later',
  'limit per server': 'A limit is counted over all servers',
  'revoked key': 'A key that is revoked never works again',
  'other tenant': "Nothing of one workspace is seen in another's answers, events or webhooks",
  'not recovered': 'What a failure has hit works again without help within two minutes',
  'not settled': 'After the last failure, everything that was accepted is done in the end',
} as const;

export type Rule = keyof typeof RULES;
