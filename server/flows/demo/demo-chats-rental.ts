import type { DemoChat } from './demo-chat.ts';

/** Tool rental and the Saturday workshops. */
export const RENTAL_CHATS: readonly DemoChat[] = [
  {
    phone: '447700900318',
    ago: '55m',
    unread: 1,
    text: `
< Hello! Is there still a place in the furniture repair workshop on Saturday?
> Hello Siân! Two, as it happens. It’s 10 to 3 with lunch, $75.
< One for me then. Do I bring my own chair?
> Please do, the more broken the better.
< It has three legs and a story
> Perfect. Here is everything you need to know:\\n\\n📍 The workshop is behind the shop, through the green gate. Park in Mill Lane, not in the yard: the lumber truck comes at 10.\\n\\n🕙 We start at 10 sharp with safety and coffee. Lunch at 12:30 (soup, bread, one of them vegan). We sweep up at 2:30.\\n\\n🧤 Wear closed shoes and something that may get glue on it. We have aprons, glasses and gloves.\\n\\n🪑 Take off loose parts at home and put every screw into a bag. If there is old paint on it, don’t sand it: paint from before 1978 may hold lead, and we test it first.\\n\\n💵 You pay on the day. If you cannot come, tell us by Friday noon and somebody from the waiting list gets your place.
< Brilliant, thank you! All clear

< Me again. A friend would like to join, is the second place still free?
`,
  },
  {
    phone: '34600000141',
    ago: '4d',
    text: `
< Hola! How much is the pressure washer for a day?
> Hola Lucía! $45 a day, $30 for half. Hose and three nozzles included.
< Half a day is enough. Tomorrow 9 to 1?
> Booked. Bring an ID, please.
< Vale, gracias!

< Returned it, gracias. The terrace looks new
> So does the machine, thank you for cleaning it! ✨
`,
  },
  {
    phone: '61491570156',
    ago: '6d',
    text: `
< G’day, can you true a wheel while I wait? Hit a pothole
> G’day Jack! If no spoke is broken, twenty minutes and $18.
< Two spokes are broken lol
> Then an hour and $26. Coffee is free.
< coming
> The stand is yours.
< cheers legends
`,
  },
  {
    phone: '972500000147',
    ago: '1d',
    text: `
< שלום! Is the pottery wheel evening only for adults?
> Shalom Noa! From 12 years, with a grown-up beside them.
< My daughter is 11 and very serious about clay
> Then she is 12 in clay years. Come, both of you.
< 😍 תודה
> Thursday at 6. $30 for the two of you.
`,
  },
  {
    phone: '19175550148',
    ago: '90m',
    text: `
< Hi, I’m planning a wedding for 80 people in June. Do you rent string lights and heaters?
> Hi Soo-ah, congratulations! Lights yes, 400 feet in all. Heaters: six of the tall ones.
< Wow great. What would a weekend cost?
> $140 for the lights, $35 a heater with a full tank. We can put them up for $120.
< So with four heaters and setup that’s 400?
> Exactly $400. To hold the date we take $100 now.
< Can I pay the deposit by card?
> Yes, here or by a link.
< Link please!
> It’s in your email. As soon as it’s paid, June 14 and 15 are yours 💍
< Paid!!
> Got it. We’ve written it into the big calendar, in pen.
`,
  },
  {
    phone: '15125550109',
    ago: '3d',
    text: `
< Bringing the auger back tomorrow instead of today, that ok?
> Hi Dale! Fine, nobody has it until Friday. Second day is half price.
< Fair. Hit a root the size of my leg
> Any teeth missing?
< One
> Then we’ll swap it, $8. Happens to everybody.
< thx
`,
  },
  {
    phone: '447700900772',
    ago: '2d',
    text: `
< Hello, do you still do the bike workshop for women?
> Hello Amara! Every first Thursday, 6 to 8 pm, Ida runs it. $15.
< Do I need to know anything beforehand?
> Which end the saddle is on.
< 😂 I’m in
> Lovely, you’re on the list for the first Thursday.
`,
  },
  {
    phone: '33639980088',
    ago: '10h',
    text: `
< Salut, my order of brake cables, is it complete now?
> Bonjour Baptiste! All but the gear housing, that comes tomorrow.
< Ok I wait and take all together

< It is tomorrow 😉
> And it’s here 😄 Packed at the counter, $64.
< J’arrive
> À tout de suite!
`,
  },
];
