import type { DemoChat } from './demo-chat.ts';

/** Repairs and sharpening: the main business of the workshop at the back of the shop. */
export const REPAIR_CHATS: readonly DemoChat[] = [
  {
    phone: '15550100123',
    ago: '6m',
    unread: 1,
    text: `
< Hi, it’s Maya. My grandmother’s old Husqvarna sewing machine has started skipping stitches. Do you look at those?
> Hello Maya! We love those. Which model is it? It’s usually on a plate under the arm.
< Viktoria 2000 I think, the green one
> A classic. Skipping is mostly timing or a bent needle. Bring it in and Ida will have a look while you wait.
< Do I need an appointment?
> No, any weekday until 5 pm.
< Perfect, I’ll come tomorrow after work 🙏

< Just dropped it off with Sam, ticket 2214
> Got it, thank you. Ida opens it up this afternoon.
< No rush!
> Here is what we found: the hook timing is off and the tension spring is worn. Timing is $45, the spring $12 if we can get one.
< Can you still get those springs?
> Yes, from a supplier in Sweden. About two days.
< Then please do both
> Will do. You’ll hear from us.

< Hello, any news about the spring? ☺️
> It left Huskvarna yesterday, so tomorrow or the day after.
< Lovely

< Good morning! Did it arrive?
> It did! Ida fitted it this morning and sewed a whole tea towel with it. Not one skipped stitch.
< You are wonderful. Can I pick it up today?
> Any time until 6. It comes to $57, card or cash.
< On my way in an hour or so
> See you soon 👋
< Oh, and do you have leather needles for it? Size 100 or so
`,
  },
  {
    phone: '12125550143',
    ago: '2h',
    last: 'delivered',
    text: `
< Hello! The rear brake on my commuter bike squeals like a train. Can I bring it by on the way home?
> Hi Priya, sure. The bike stand is free from 4 pm. Disc or rim brakes?
< Disc, Shimano
> Then it’s probably oil on the pads. Cleaning takes 20 minutes, new pads are $24 a pair if they are soaked.
< Great, see you around 5
> Noted, 5 pm 🚲
`,
  },
  {
    phone: '819000000145',
    ago: '1d',
    text: `
< Hello. I would like to have two kitchen knives sharpened, Japanese steel, one is single bevel. Is it possible?
> Hello! Yes, Ida does single bevel by hand on water stones. $14 each.
< How long do they stay with you?
> Two days. We can mail them back too if that is easier.
< Please mail them. I will send the package tomorrow.

< The package is on its way, tracking says Thursday.
> Thank you, we’ll confirm when it’s here.
< ありがとうございます 😊
> どういたしまして! Every word of Japanese that Ida knows, she says.
`,
  },
  {
    phone: '16175550162',
    ago: '3h',
    unread: 2,
    text: `
< Is my toaster ready? Ticket 2198, the chrome Sunbeam
> Hi Grace! Yes, since yesterday. New heating wire and a new cord. $38.
< You are saints
> It browns evenly now, we tested with half a loaf.

< Picked it up. My husband asks whether you would look at a 1962 Philco radio
> We would! Please don’t switch it on again before we have seen the capacitors.
< He already did
< There was a small amount of smoke
`,
  },
  {
    phone: '46701740612',
    ago: '2d',
    text: `
< Hej! Do you service overlockers? Mine is a Bernina 1150.
> Hej Åsa! Yes: cleaning, oiling and new blades for $65.
< Good. And do I bring the foot pedal?
> Please do, and a scrap of the fabric you sew most.
< I will come Monday
> We’re here from 9.

< She runs so quietly now, thank you! I gave you five stars
> That made our morning ⭐️ Thank you Åsa!
`,
  },
  {
    phone: '17185550155',
    ago: '25m',
    unread: 1,
    text: `
< bonjour, do you fix espresso machines
> Bonjour Fatou! The manual ones, yes. Which make?
< La Pavoni. It leaks from the group when I pull the lever
> That’s the two lip seals on the piston. We keep them: $29 with fitting.
< and the handle wobbles
> Probably just the pin. We’ll look at both and tell you before we do anything.
< ok merci. saturday morning?
`,
  },
  {
    phone: '16465550121',
    ago: '5d',
    text: `
< how much for iphone screen
> Hello! We don’t repair phones, sorry. Anything with a motor, a blade or a flame, though.
< ok
`,
  },
  {
    phone: '447700900903',
    ago: '4d',
    text: `
< Bore da! Two pairs of shears and a billhook for sharpening. Do you post back to Wales?
> Bore da Gwilym! We do: tracked, about ten days, at cost.
< Champion. What do I owe you?
> $12 a pair and $15 for the billhook, so $39, and postage when we weigh it.
< Parcel went this morning.
> We’ll look out for it.
`,
  },
];
