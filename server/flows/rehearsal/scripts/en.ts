import type { Hints, Script } from './script.ts';

const DAY =
  /\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}[/.]\d{1,2}|\d{1,2}(?:st|nd|rd|th)|(?:in|within|next) (?:a |the )?(?:\w+ )?(?:\d+ )?(?:hours?|days?|weeks?|business days?|working days?)|\d+ (?:business |working )?days?)\b/;
const AMOUNT = /[$€£]\s?\d|\b\d+(?:[.,]\d{2})?\s?(?:dollars?|euros?|pounds?|usd|eur|gbp|each|per piece)\b/;
const TIME = /\b(?:\d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock)|\d{1,2}:\d{2}|noon|midday|at \d{1,2})\b/;

/** How English answers are understood. */
export const ENGLISH: Hints = {
  answers: {
    delivery_day: DAY,
    delay_reason:
      /\b(?:because|due to|delay(?:ed)?|held up|carrier|courier|customs|warehouse|out of stock|strike|weather|backlog|stuck)\b/,
    exchange_steps:
      /\b(?:exchange|send (?:it|them|the \w+) back|return (?:label|it|form)|pick(?:ed)? ?up|collect(?:ed)?|swap|replace|label)\b/,
    return_cost:
      /\b(?:free|no (?:extra )?(?:charge|cost|fee)s?|at no cost|we (?:will )?(?:pay|cover)|our expense|costs? you nothing|prepaid)\b|[$€£]\s?\d/,
    price: AMOUNT,
    payment:
      /\b(?:card|credit|debit|paypal|bank transfer|transfer|invoice|cash|instal?ments?|apple pay|link)\b/,
    apology: /\b(?:sorry|apolog(?:y|ies|i[sz]e)|regret|forgive|i understand|that must (?:be|have been))\b/,
    refund: /\b(?:refund(?:ed)?|money back|reimburs\w+|reverse(?:d)? the (?:charge|payment)|credited?)\b/,
    refund_time: DAY,
    new_time: new RegExp(`${TIME.source}|${DAY.source}`),
    confirmation:
      /\b(?:confirm(?:ed)?|booked|done|all set|moved|rescheduled|changed it|noted|see you|reserved)\b/,
    address_changed:
      /\b(?:updated?|changed|corrected|new address|noted|saved|done|all set|address is (?:now|right))\b/,
    replacement:
      /\b(?:replac\w+|new one|another one|send (?:you )?(?:a new|another)|exchange|refund(?:ed)?|money back)\b/,
    hours: TIME,
    weekend:
      /\b(?:saturdays?|sundays?|weekends?|closed|monday to|mon(?:day)?\s?(?:-|–|to)\s?(?:fri|sat|sun))\b/,
    polite_no:
      /\b(?:can(?:'t|not)|unable|unfortunately|afraid|only (?:help|sell|answer|handle)|not something we|don't (?:offer|do|sell)|outside (?:of )?what|sorry)\b/,
  },
  asks: {
    order_number:
      /\b(?:order|purchase|invoice|reference) ?(?:number|no\b|id|code)|\bnumber of (?:the|your) (?:order|purchase)|#\s?of your order/,
    name: /\b(?:your (?:full |last )?name|name (?:on|of) the|who (?:am i|is) speaking|under (?:which|what) name)\b/,
    email: /\b(?:your )?e-?mail(?: address)?\b/,
    address:
      /\b(?:which|what(?:'s| is)?|your|the|new|full|send (?:me|us)) (?:\w+ ){0,3}(?:address|postcode|zip(?: code)?|street)\b/,
    quantity: /\b(?:how many|what quantity|quantity)\b/,
    time: /\b(?:what (?:day|time)|which (?:day|time|date)|when (?:would|do|can|could|works?|suits?)|prefer(?:red)? (?:day|time))\b/,
    photo: /\b(?:photo|pic|image|screenshot)s?\b/,
  },
  requests:
    /\?|\b(?:please|could you|can you|may i|i(?:'d| would)? need|send (?:me|us)|give me|share|what is|which)\b/,
  holds:
    /\b(?:one moment|just a (?:moment|second|sec|minute)|a moment|bear with me|let me (?:check|look|see|find)|i(?:'ll| will) (?:check|look)|checking|hold on|give me a)\b/,
  rude: /\b(?:idiot|stupid|shut up|not my problem|you are to blame|calm down|whatever|stop (?:whining|complaining)|nonsense|read the website)\b/,
  nudges: {
    friendly: ['Hi again, did you see my message?', 'Is anyone there? No rush, I just want to be sure.'],
    confused: ['Hello? Did I write to the right number?', 'Sorry, I am not sure whether this reaches you.'],
    impatient: ['Hello?? I am waiting.', 'I do not have all day. Can someone please answer?'],
    angry: ['Hello? Is anyone working there?', 'This is unbelievable. Answer me!'],
  },
  onRude: 'Excuse me? There is no need to talk to me like that.',
  unknownDetail: 'I do not have that at hand, sorry.',
  leaves: {
    waited: 'Never mind, this takes too long. I will try elsewhere.',
    misunderstood: 'This does not answer my question. I will leave it, thanks.',
  },
};

/** The English scripts. */
export const ENGLISH_SCRIPTS: readonly Script[] = [
  {
    kind: 'late_order',
    mood: 'impatient',
    name: 'Rachel Moore',
    opening: [{ text: 'Hi' }, { text: 'My order should have arrived on Monday. When will it be here?' }],
    questions: [
      [
        'delivery_day',
        {
          ask: 'When will my order arrive?',
          again: 'I only want to know on which day it will arrive.',
        },
      ],
      ['delay_reason', { ask: 'And why is it so late?', again: 'But what happened? Why is the order late?' }],
    ],
    details: {
      order_number: { text: 'The order number is 48213.' },
      name: { text: 'Rachel Moore' },
      address: { text: '14 Mill Lane, Leeds, LS1 4AB' },
    },
    thanks: 'Ok, thank you for checking.',
  },
  {
    kind: 'wrong_item',
    mood: 'friendly',
    name: 'Daniel Osei',
    opening: [
      { text: 'Good morning! I ordered the blue lamp, and you sent me a green one.' },
      { text: 'How can I exchange it?' },
    ],
    questions: [
      [
        'exchange_steps',
        { ask: 'How can I exchange it?', again: 'What do I have to do with the green one?' },
      ],
      [
        'return_cost',
        {
          ask: 'Do I have to pay for the return?',
          again: 'I mean the shipping back: does it cost me anything?',
        },
      ],
    ],
    details: {
      order_number: { text: 'It is order 50977.' },
      name: { text: 'Daniel Osei' },
      photo: { text: 'Here is the lamp that came.', hasPhoto: true },
      address: { text: '3 Harbour Street, Bristol, BS1 5TY' },
    },
    thanks: 'Great, thanks a lot for the quick help!',
  },
  {
    kind: 'price',
    mood: 'friendly',
    name: 'Sofia Lindqvist',
    opening: [{ text: 'Hello, how much is the oak table for six people?' }],
    questions: [
      ['price', { ask: 'How much does it cost?', again: 'I would need the price of the table, please.' }],
      ['payment', { ask: 'And how can I pay?', again: 'Which payment methods do you accept?' }],
    ],
    details: {
      quantity: { text: 'Just one table.' },
      address: { text: 'It would be delivered to 22 Kings Road, York.' },
      name: { text: 'Sofia Lindqvist' },
    },
    thanks: 'Perfect, I will think about it. Thank you!',
  },
  {
    kind: 'angry_refund',
    mood: 'angry',
    name: 'Martin Kowalski',
    opening: [
      { text: 'This is the third time I am writing to you!!' },
      { text: 'The kettle broke after two days. I want my money back NOW.' },
    ],
    questions: [
      [
        'apology',
        {
          ask: 'Not one word of apology?',
          again: 'You could at least say sorry for this mess.',
        },
      ],
      ['refund', { ask: 'I want my money back.', again: 'Do I get my money back, yes or no?' }],
      [
        'refund_time',
        { ask: 'And when will I have the money?', again: 'By what day will the money be in my account?' },
      ],
    ],
    details: {
      order_number: { text: '61120. I have sent it twice already!' },
      photo: { text: 'Here, look at it.', hasPhoto: true },
      email: { text: 'martin.kowalski@example.com' },
      name: { text: 'Martin Kowalski' },
    },
    thanks: 'Fine. I hope it works this time.',
  },
  {
    kind: 'appointment',
    mood: 'friendly',
    name: 'Grace Adeyemi',
    opening: [
      { text: 'Hi! I have an appointment on Thursday at 3 pm, but I cannot make it. Can I move it?' },
    ],
    questions: [
      [
        'new_time',
        {
          ask: 'Which other time do you have?',
          again: 'Could you offer me another day or time?',
        },
      ],
      [
        'confirmation',
        { ask: 'That works for me. Is it confirmed?', again: 'So is the new time booked for me?' },
      ],
    ],
    details: {
      name: { text: 'It is under Grace Adeyemi.' },
      time: { text: 'Friday morning would be best.' },
      email: { text: 'grace.adeyemi@example.com' },
    },
    thanks: 'Wonderful, see you then!',
  },
  {
    kind: 'address',
    mood: 'confused',
    name: 'Helen Fraser',
    opening: [
      { text: 'Hello, I think I gave you my old address by mistake' },
      { text: 'can you still change where my parcel goes?' },
    ],
    questions: [
      [
        'address_changed',
        { ask: 'Did you change the address?', again: 'I am not sure: is the new address saved now?' },
      ],
      [
        'delivery_day',
        { ask: 'And will it still come this week?', again: 'On which day will it come then?' },
      ],
    ],
    details: {
      order_number: { text: 'I believe it is 47350' },
      address: { text: 'The new one is 8 Orchard View, Perth, PH2 7QX' },
      name: { text: 'Helen Fraser' },
      email: { text: 'helen.fraser@example.com' },
    },
    thanks: 'Oh good, thank you very much.',
  },
  {
    kind: 'damage_photo',
    mood: 'impatient',
    name: 'Tom Becker',
    opening: [
      { text: 'The mirror arrived like this.', hasPhoto: true },
      { text: 'What do you do about it?' },
    ],
    questions: [
      [
        'replacement',
        {
          ask: 'Do you send me a new one?',
          again: 'I want a new mirror or my money. Which one is it?',
        },
      ],
      ['delivery_day', { ask: 'When would it be here?', again: 'I need a day. When?' }],
    ],
    details: {
      order_number: { text: '59004' },
      photo: { text: 'I have sent one. Here it is once more.', hasPhoto: true },
      address: { text: '5 Station Road, Derby, DE1 2LP' },
      name: { text: 'Tom Becker' },
    },
    thanks: 'OK. Thanks.',
  },
  {
    kind: 'double_charge',
    mood: 'angry',
    name: 'Laura Petit',
    opening: [{ text: 'You have charged my card twice for the same order. What is going on?' }],
    questions: [
      [
        'refund',
        { ask: 'Will you give me the second payment back?', again: 'What happens with the second payment?' },
      ],
      ['refund_time', { ask: 'When?', again: 'How many days does that take?' }],
    ],
    details: {
      order_number: { text: 'Order 52218' },
      email: { text: 'laura.petit@example.com' },
      photo: { text: 'Both payments on my statement.', hasPhoto: true },
      name: { text: 'Laura Petit' },
    },
    thanks: 'All right. I will watch my account.',
  },
  {
    kind: 'opening_hours',
    mood: 'friendly',
    name: 'Yusuf Demir',
    opening: [{ text: 'hey, until when are you open today?' }],
    questions: [
      ['hours', { ask: 'Until when are you open?', again: 'I meant your opening hours for today' }],
      ['weekend', { ask: 'and on saturday?', again: 'are you also open at the weekend?' }],
    ],
    details: { name: { text: 'Yusuf' } },
    thanks: 'cool, thx!',
  },
  {
    kind: 'off_topic',
    mood: 'confused',
    name: 'Patricia Gray',
    opening: [
      { text: 'Hello dear, can you help me with the form for my pension?' },
      { text: 'My grandson says that you answer everything here' },
    ],
    questions: [
      [
        'polite_no',
        {
          ask: 'Can you help me with the pension form?',
          again: 'But what about my pension form?',
        },
      ],
      [
        'hours',
        { ask: 'I see. And when is your shop open?', again: 'What are the opening hours of the shop?' },
      ],
    ],
    details: { name: { text: 'Patricia Gray' } },
    thanks: 'That is kind of you. Good day!',
  },
];
