import type { DemoChat } from './demo-chat.ts';

/** Orders: requests, availability and delivery. */
export const ORDER_CHATS: readonly DemoChat[] = [
  {
    phone: '15550100177',
    ago: '48m',
    text: `
< Hi! Do you carry raised bed kits? The cedar ones
> Hi Ren! Yes, 4 by 8 feet, two boards high, $129. Three left.
< And soil to fill one?
> About 32 cubic feet: sixteen of our 2 cu ft bags at $9, or half a yard in bulk for $48.
< Bulk sounds smarter. Do you deliver?
> Within ten miles for $35, kit and soil in one trip.

< OK let’s do it. One kit, half a yard. Thursday?
> Thursday between 10 and 12 works. Where shall the soil go?
< On the driveway, left side, I’ll put a tarp down
> Wonderful. Order 5531, $212 in all, pay the driver.
< 👍
`,
  },
  {
    phone: '4917604069012',
    ago: '5h',
    unread: 1,
    text: `
< Guten Tag, we need 40 boxes of the structural screws 8x200. Do you have them?
> Good afternoon Mr Weiß! 26 on the shelf, the other 14 by Friday.
< Can you send all 40 together on Friday?
> Yes. Same pallet address as in March?
< Same address. Please note our order number 2024-118 on the papers.
> Noted. With your trade terms it’s $1,472 plus freight.

< The freight company says the loading ramp is closed on Friday afternoon. Can it be before noon?
`,
  },
  {
    phone: '33639980017',
    ago: '20h',
    text: `
< Bonjour ! Can you mix a paint from a photo?
> Bonjour Élodie! From a photo only roughly, the light plays tricks. A chip of the wall the size of a coin is exact.
< I have a piece of the shutter. It is a very old blue
> Even better. Bring it and have a coffee while the machine works ☕
< How much for 5 litres?
> $68 for exterior matte, and we keep the recipe under your name.
< Parfait, I come tomorrow
`,
  },
  {
    phone: '96170000123',
    ago: '75m',
    last: 'delivered',
    text: `
< مرحبا, hello! Is the limewash in stock? The warm white
> Hello Layla! Yes, eleven buckets of the 10 litre. How big is the wall?
< 42 square metres, two coats
> Then two buckets will do, with a little left. $84 each.
< Can somebody deliver? I have no car this week
> Wednesday afternoon, $15 in town.
< شكرا! That’s perfect
> With pleasure 🌿 We’ll message when the van leaves.
`,
  },
  {
    phone: '380500000152',
    ago: '3d',
    text: `
< Hello, I saw the yellow enamel in your window. Is it safe for children’s furniture?
> Hello Olena! Yes, it is tested for toys (EN 71-3). We can show you the sheet.
< Wonderful. One litre and a small brush please, can you hold it until Saturday?
> It’s on the shelf behind the counter with your name on it.
< Дякую! 💛
> Будь ласка!
`,
  },
  {
    phone: '13055550104',
    ago: '9h',
    text: `
< Good morning, where is my order? 5498, the pergola kit
> Good morning Isabela. The van broke down yesterday afternoon, I am sorry that nobody told you.
< I waited the whole day!
> You did, and that is on us. It will be there today by 11, and the delivery is free.
< OK. Thank you for being honest

< It came. All parts there, even spare screws
> Glad to hear it. Send us a picture when it stands!
< I will 😄
`,
  },
  {
    phone: '15035550139',
    ago: '1d',
    text: `
< Do the tomato seedlings arrive this week?
> They came this morning! Cherokee Purple, Sungold and San Marzano, $4 each.
< Please keep me four Sungold and two San Marzano
> Done. They’re under the bench with a W on the tray.
< You’re the best 🍅
`,
  },
];
