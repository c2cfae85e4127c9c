import type { DemoChat } from './demo-chat.ts';

/** Opening hours, keys, deliveries and other common questions. */
export const SERVICE_CHATS: readonly DemoChat[] = [
  {
    phone: '14155550127',
    ago: '33m',
    text: `
< Are you open today?
> Hi Mei-Lin! Yes: Monday to Friday 8 to 6, Saturday 9 to 4, closed on Sundays.
< Do you cut keys while I wait?
> Most of them, five minutes and $4. Security keys need the card they came with.
< It’s just the garage
> Then come as you are 🔑
`,
  },
  {
    phone: '447700900554',
    ago: '5d',
    text: `
< how late you open saturday
> Until 4 pm on Saturdays.
< ta
`,
  },
  {
    phone: '4917604069077',
    ago: '3d',
    text: `
< Hallo, do you ship to Germany? I am looking for the brass hooks from your catalogue, page 14
> Hello Anneliese! We do, from $18 by post, about eight days.
< And customs?
> Below 150 euros you pay the import VAT only, the postman collects it.
< Then I think about it. Danke!
> Bitte! The hooks don’t run away.
`,
  },
  {
    phone: '15550131026',
    ago: '7h',
    last: 'failed',
    text: `
< Hello, can the delivery come after four? I am at work until then
> Hello Bernadette! The van can be there between 4:30 and 5.
< That works. The bell is broken, please call
> We will. The driver is called Luis and he has your number.
`,
  },
  {
    phone: '61491570158',
    ago: '2d',
    text: `
< Kia ora! Is the little brass plane in your window for sale? My dad would love it
> Kia ora Charlotte! It is, $85. It’s from 1931 and it still cuts.
< Would you post it to Auckland?
> Happily. Tracked and insured it’s $32.
< Sold! Can you write a card too? "For Dad, love C."
> In our best handwriting.
< ❤️
`,
  },
  {
    phone: '14045550192',
    ago: '11m',
    text: `
< Good morning dears, Ruth Ann here
> Good morning Ruth Ann! How are the roses?
< Black spot again. What was that spray called that you gave me in spring?
> The sulfur one, "Orchard Clear". Evenings only, and not when it’s above 85 °F.
< And it won’t hurt the bees?
> Not once it’s dry. That is why we say evenings.
< Bless you. Put one aside and I’ll send my grandson
> It’s at the counter with a ribbon on it 🌹
`,
  },
  {
    phone: '17025550174',
    ago: '22h',
    unread: 1,
    text: `
< Hi! I need 12 folding tables delivered to the community center by Friday noon. Possible?
> Hi Imani! We have 10, and two more come back on Thursday. So: yes, with a little luck.
< I need certainty 😬
> Then I’ll borrow two from the church next door. 12 tables, Friday by 11.
< You just saved the whole event
> $6 a table for the weekend, delivery included.
< Please send the invoice to the center, I’ll mail you the address
`,
  },
  {
    phone: '12155550167',
    ago: '5d',
    last: 'delivered',
    text: `
< Which paint for a bathroom ceiling? It peels every winter
> Hello Pilar! Scrape it, one coat of shellac primer, then two of the mould resistant satin. And leave the door open after showers.
< Is one gallon enough for 60 sq ft?
> Twice over. Take the quart: $27.
< ok thank you
> You’re welcome! Bring a photo if you are not sure about the primer.
`,
  },
  {
    phone: '353200000135',
    ago: '8h',
    text: `
< Hiya, do ye have size 14 jersey needles?
> Hello Fionnuala! A drawer full. $6 for five.
< Can I order by message and pay by card?
> You can. We send a payment link once it’s packed.
< Two packs so, and a bobbin case for a Singer 201 if there’s such a thing
> There is such a thing, and it’s the last one. $22.
< I’ll take it!!
<!
> That one did not come through, our system cannot show it. Could you describe it?
< Ah it was only a poll for my sister, wrong chat 😂
> Then we vote for yes.
`,
  },
];
