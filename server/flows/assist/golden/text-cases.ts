import type { GoldenLanguage } from './draft-case.ts';

/** Texts of the golden set for the tasks that a person asks for: correct, translate, write from keywords. */
interface TextCase {
  language: GoldenLanguage;
  text: string;
  /** A text that is right. */
  right: string;
  must: readonly (readonly string[])[];
  not?: readonly (readonly string[])[];
}

/** Texts that are right: nothing in them may change. */
export const UNCHANGED: readonly { language: GoldenLanguage; text: string }[] = [
  { language: 'en', text: 'Your bike is ready. You can collect it until 18:00.' },
  { language: 'en', text: 'Hi Jo! The full service costs £95 and takes 4 working days.' },
  { language: 'en', text: 'Please bring the receipt and the *spare key*.' },
  { language: 'en', text: 'Check-out is until 11:00. Can we call a taxi for you? 🙂' },
  { language: 'en', text: 'Thanks, we have received your transfer for order 4471.' },
  { language: 'pt', text: 'Oi, Bia! Seu bolo está pronto. A retirada é até as 17h30.' },
  { language: 'pt', text: 'O cento de brigadeiros custa R$ 110,00.' },
  { language: 'pt', text: 'Pode mandar o nome e a idade para o *topo do bolo*?' },
  { language: 'pt', text: 'Recebemos o sinal do pedido 5571. Obrigada!' },
  { language: 'pt', text: 'Abrimos de segunda a sábado, das 8h às 19h. 🐶' },
];

/** Texts with mistakes: `must` is what they say when corrected, `not` what was wrong. */
export const CORRECTED: readonly TextCase[] = [
  {
    language: 'en',
    text: 'your bike is redy on friday',
    right: 'Your bike is ready on Friday.',
    must: [['ready'], ['friday']],
    not: [['redy']],
  },
  {
    language: 'en',
    text: 'We recieved you parcel yesterday, it cost £12.',
    right: 'We received your parcel yesterday, it cost £12.',
    must: [['received'], ['your parcel'], ['12']],
    not: [['recieved']],
  },
  {
    language: 'en',
    text: 'The room have two bed.',
    right: 'The room has two beds.',
    must: [['room has'], ['two beds']],
    not: [['have two bed.']],
  },
  {
    language: 'en',
    text: 'Please definately bring the reciept',
    right: 'Please definitely bring the receipt',
    must: [['definitely'], ['receipt']],
    not: [['definately'], ['reciept']],
  },
  {
    language: 'en',
    text: 'He dont know the adress of the shop',
    right: "He doesn't know the address of the shop",
    must: [["doesn't", 'does not'], ['address']],
    not: [['adress']],
  },
  {
    language: 'pt',
    text: 'Seu bolo ja esta pronto',
    right: 'Seu bolo já está pronto',
    must: [['já está']],
    not: [],
  },
  {
    language: 'pt',
    text: 'Nós vai entregar seu pedido 5571 amanhã.',
    right: 'Nós vamos entregar seu pedido 5571 amanhã.',
    must: [['vamos entregar'], ['5571']],
    not: [['nos vai']],
  },
  {
    language: 'pt',
    text: 'Agente atende ate as 18h',
    right: 'A gente atende até as 18h',
    must: [['a gente'], ['18h']],
    not: [['agente atende']],
  },
  {
    language: 'pt',
    text: 'Voce pode pagar em dinhero ou cartao',
    right: 'Você pode pagar em dinheiro ou cartão',
    must: [['dinheiro'], ['cartao']],
    not: [['dinhero']],
  },
  {
    language: 'pt',
    text: 'O preso do bolo é R$ 140,00',
    right: 'O preço do bolo é R$ 140,00',
    must: [['preco'], ['140']],
    not: [['preso']],
  },
];

interface TranslationCase extends TextCase {
  /** The language that it is translated to. */
  to: 'en' | 'pt-BR';
}

/** Texts to translate: numbers, names, links and marks survive. */
export const TRANSLATED: readonly TranslationCase[] = [
  {
    ...{
      language: 'en',
      to: 'pt-BR',
      text: 'Your order 4471 costs £95 and is ready on Friday.',
      right: 'Seu pedido 4471 custa £95 e fica pronto na sexta.',
    },
    must: [['4471'], ['95'], ['sexta'], ['pronto', 'pronta']],
  },
  {
    ...{
      language: 'en',
      to: 'pt-BR',
      text: 'Please send the photo to shop@cycles.example.',
      right: 'Por favor, envie a foto para shop@cycles.example.',
    },
    must: [['shop@cycles.example'], ['foto', 'fotografia', 'imagem']],
  },
  {
    ...{
      language: 'en',
      to: 'pt-BR',
      text: 'Hi Jo! Breakfast is from 7:30 to 10:00.',
      right: 'Oi, Jo! O café da manhã é das 7:30 às 10:00.',
    },
    must: [['jo'], ['7:30', '7h30'], ['10:00', '10h'], ['cafe da manha', 'pequeno-almoco']],
  },
  {
    ...{
      language: 'en',
      to: 'pt-BR',
      text: 'We are closed on Sunday and Monday.',
      right: 'Estamos fechados no domingo e na segunda.',
    },
    must: [['domingo'], ['segunda'], ['fechad', 'nao abrimos']],
  },
  {
    ...{
      language: 'en',
      to: 'pt-BR',
      text: 'The *blue* helmet is available in size M.',
      right: 'O capacete *azul* está disponível no tamanho M.',
    },
    must: [['*azul*'], ['capacete'], [' m']],
  },
  {
    ...{
      language: 'en',
      to: 'pt-BR',
      text: 'See https://cycles.example/rental for the prices.',
      right: 'Veja os preços em https://cycles.example/rental',
    },
    must: [['https://cycles.example/rental'], ['preco', 'valor']],
  },
  {
    ...{
      language: 'pt',
      to: 'en',
      text: 'O bolo de 2 kg custa R$ 140,00 e serve 20 pessoas.',
      right: 'The 2 kg cake costs R$ 140,00 and serves 20 people.',
    },
    must: [['2 kg', '2kg', '2-kg', '2 kilo'], ['140'], ['20 people', '20 persons', 'twenty people']],
  },
  {
    ...{
      language: 'pt',
      to: 'en',
      text: 'Oi, vocês abrem no sábado de manhã?',
      right: 'Hi, are you open on Saturday morning?',
    },
    must: [['saturday'], ['morning'], ['open']],
  },
  {
    ...{
      language: 'pt',
      to: 'en',
      text: 'Meu pedido 5571 chegou errado, faltou o topo.',
      right: 'My order 5571 arrived wrong, the topper was missing.',
    },
    must: [['5571'], ['wrong', 'incorrect', 'mistake'], ['topper', 'top']],
  },
  {
    ...{
      language: 'pt',
      to: 'en',
      text: 'A retirada é na Rua das Flores, 210, até as 17h30.',
      right: 'The pick-up is at Rua das Flores, 210, until 17:30.',
    },
    must: [['rua das flores'], ['210'], ['17:30', '17h30', '5:30']],
  },
  {
    ...{
      language: 'pt',
      to: 'en',
      text: 'Pode mandar o comprovante do Pix, por favor?',
      right: 'Can you send the proof of the Pix payment, please?',
    },
    must: [['pix'], ['proof', 'receipt', 'confirmation']],
  },
  {
    ...{
      language: 'pt',
      to: 'en',
      text: 'Gatos são atendidos às quartas e sextas.',
      right: 'Cats are looked after on Wednesdays and Fridays.',
    },
    must: [['cat'], ['wednesday'], ['friday']],
  },
];

/** A member's keywords, and what the message must say. */
export const FROM_WORDS: readonly TextCase[] = [
  {
    language: 'en',
    text: 'bike ready, pick up until 18:00',
    right: 'Your bike is ready. You can pick it up until 18:00.',
    must: [['ready'], ['18:00', '6 pm', '6pm']],
  },
  {
    language: 'en',
    text: 'sorry, closed sunday, open monday 9:00',
    right: 'Sorry, we are closed on Sunday. On Monday we open at 9:00.',
    must: [['sunday'], ['monday'], ['9']],
  },
  {
    language: 'en',
    text: 'order 4471 arrived, £95, card or cash',
    right: 'Your order 4471 has arrived. It costs £95, by card or cash.',
    must: [['4471'], ['95'], ['card'], ['cash']],
  },
  {
    language: 'en',
    text: 'need photo of the damaged wheel',
    right: 'Could you please send a photo of the damaged wheel?',
    must: [['photo'], ['wheel']],
  },
  {
    language: 'pt',
    text: 'bolo pronto, retirar até 17h30',
    right: 'Seu bolo está pronto. Você pode retirar até as 17h30.',
    must: [['bolo'], ['17h30', '17:30']],
  },
  {
    language: 'pt',
    text: 'desculpa, domingo fechado, terça 9h',
    right: 'Desculpa, domingo estamos fechados. Na terça abrimos às 9h.',
    must: [['domingo'], ['terca'], ['9h', '9:00', '09:00']],
  },
  {
    language: 'pt',
    text: 'pedido 5571 confirmado, sinal R$ 70',
    right: 'Seu pedido 5571 está confirmado com o sinal de R$ 70.',
    must: [['5571'], ['70'], ['sinal']],
  },
  {
    language: 'pt',
    text: 'mandar foto do bolo que quer',
    right: 'Você pode mandar uma foto do bolo que você quer?',
    must: [['foto'], ['bolo']],
  },
];
