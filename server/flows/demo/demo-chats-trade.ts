import type { DemoChat } from './demo-chat.ts';

/** Trade customers: invoices, lumber, terms. */
export const TRADE_CHATS: readonly DemoChat[] = [
  {
    phone: '13125550118',
    ago: '16m',
    unread: 3,
    text: `
< Morning. Your invoice 10482 has the deck boards twice
> Good morning Desmond, let me look.
> You’re right: delivered once, billed twice. I’ll correct it right away.
< Appreciate it. New one by email?
> Sent to desmond@achebe-builds.example a minute ago, $1,318.40 instead of $2,204.40.

< Got it and paid
> Thank you!

< Next job: I need 60 treated 2x6, 16 foot
< And joist hangers for all of it
< Delivered to 418 Alder Street, Monday if you can
`,
  },
  {
    phone: '12065550171',
    ago: '1d',
    last: 'sent',
    text: `
< What’s cedar decking at this week
> $3.15 a linear foot for 5/4x6 clear, $2.40 for knotty.
< Knotty. 900 feet. Can you hold the price till the 1st
> Till the 1st, in writing: quote 771 is in your inbox.
< 👊
> One more thing: the mill closes over the holidays, so order by the 24th if you want it this year.
`,
  },
  {
    phone: '12025550186',
    ago: '6h',
    text: `
< Hello, this is accounting at Papadakis. We are missing your W-9 for this year.
> Hello! Which address may we send it to?
< accounts@papadakis.example please
> It’s on its way.
< Received. Payment run is on Friday, so you should see it on Tuesday.
> Thank you, that’s kind of you to say.
`,
  },
  {
    phone: '48500000163',
    ago: '4d',
    text: `
< Dzień dobry, can we have 30 days on the last order?
> Dzień dobry Łukasz! Yes, from the delivery date. It will say 30 days net.
< Super. And new price list?
> Comes with the next invoice, nothing has gone up but copper.
< Copper always 😅
`,
  },
  {
    phone: '16025550133',
    ago: '2d',
    text: `
< Do you cut plywood to size
> We do. First four cuts are free, after that $1 each. Down to an eighth of an inch.
< Two sheets 3/4 birch, each into five strips of 9 1/2 by 96
> That leaves half an inch on each sheet. Eight cuts, so $4. Pickup or delivery?
< Pickup. Is tomorrow 8 ok?
> The saw starts at 8, so it’s ready at 9.
< See you at 9

< Dead on. Thanks folks
> Good luck with the shelves!
`,
  },
  {
    phone: '13235550115',
    ago: '40m',
    text: `
< Hey it’s Javi from Montoya Cycles. You still buying used bench vises?
> Hi Javi! Always. What have you got?
< Two Wiltons, one Record. All work, one has paint on it
> Record no. 52 or bigger?
< 53
> Then $90 for the Record and $70 for each Wilton, if the screws run free.
< 250 for all three?
> $240 and a coffee.
< deal ☕
> Come round the back, we’ll open the gate.
`,
  },
  {
    phone: '447700900141',
    ago: '1h',
    text: `
< Afternoon. Is the big floor sander free on Saturday?
> Hello Tomás! It is. $60 a day, belts extra, back by Sunday 10 am.
< I’ll have it. How many belts for 40 square metres of oak?
> Three coarse, three medium, four fine. Take more: you only pay for the ones you use.
< Good system. Deposit?
> Not for you. Just your signature.

< Sander’s on the van. One thing, the dust bag has a hole near the zip
> Sorry about that! There’s a spare in the side pocket of the case.
< Found it, cheers

< Floor’s done, it looks a treat. Dropped it off with Sam, used 8 belts
> Thank you Tomás. That’s $92 altogether, the invoice goes to tomas@okafor-joinery.example.
< Paid just now
> And received. Until next time!
`,
  },
  {
    phone: '46701740688',
    ago: '6d',
    text: `
< Hi, do you sell wholesale to Sweden?
> Hello Nils! Hand tools yes, paint and anything with batteries no.
< Could you send a price list?
> Gladly. Which email address should we use?
`,
  },
];
