import type { GoldenShop } from './golden-shop.ts';
import { TRADES } from './trades.ts';

const CYCLES: GoldenShop = {
  name: 'Harbor Cycles',
  profile:
    'We repair, sell and rent bicycles in Portsmouth. Friendly and short; we use first names. Repairs need no appointment.',
  replies: {
    hours: [
      'Opening hours',
      'We are open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00. On Sunday we are closed.',
    ],
    service: [
      'Service',
      'A basic service costs £45 and takes 2 working days. A full service costs £95 and takes 4 working days.',
    ],
    puncture: [
      'Puncture',
      'A puncture repair costs £12 including the tube, and takes about 30 minutes while you wait.',
    ],
    rental: [
      'Rental',
      'City bikes cost £18 a day, e-bikes £35 a day. Please bring an ID and a deposit of £100.',
    ],
    warranty: [
      'Warranty',
      'New bikes have a warranty of 24 months. Wear parts such as tyres and brake pads are not covered.',
    ],
    pay: ['Payment', 'You can pay by card, in cash or by bank transfer. We do not take cheques.'],
    delivery: [
      'Delivery',
      'We deliver bikes within Portsmouth for £15. We do not deliver outside of Portsmouth.',
    ],
    address: [
      'Address',
      'Our shop is at 14 Dock Street, Portsmouth, behind the bus station. Parking is free for one hour.',
    ],
    used: [
      'Used bikes',
      'We take used bikes in part exchange. Bring the bike and its receipt on a weekday before 16:00.',
    ],
    fitting: ['Fitting', 'A bike fitting takes 90 minutes and costs £60. Please book two days ahead.'],
  },
};

const GUESTHOUSE: GoldenShop = {
  name: 'Elm House',
  profile: 'A guesthouse with nine rooms near the old town of York. Polite and brief.',
  replies: {
    breakfast: ['Breakfast', 'Breakfast is served from 7:30 to 10:00 and costs £9 a person.'],
    times: ['Arrival', 'Check-in is from 15:00 to 22:00. Check-out is until 11:00.'],
    parking: ['Parking', 'Our car park costs £6 a night. There are twelve spaces, first come, first served.'],
    dogs: ['Pets', 'Dogs are welcome for £10 a night. We do not take cats.'],
    rooms: ['Rooms', 'A double room costs £82 a night, a family room for four costs £118 a night.'],
    shuttle: ['Station', 'We pick guests up at the station for £14 a ride. Please say so one day ahead.'],
    cancel: [
      'Cancelling',
      'You can cancel without cost until 2 days before arrival. After that one night is charged.',
    ],
    wifi: ['Internet', 'The internet is free in all rooms. The network is ElmGuest, without a password.'],
  },
};

const DOCES: GoldenShop = {
  name: 'Confeitaria Doce Lar',
  profile:
    'Bolos e doces por encomenda em Recife. Atendimento simpático e curto, tratamos por você. Não fazemos salgados.',
  replies: {
    horario: [
      'Horário',
      'Atendemos de terça a sexta das 9h às 18h e no sábado das 9h às 14h. Domingo e segunda estamos fechados.',
    ],
    bolo: [
      'Bolos',
      'O bolo de 2 kg custa R$ 140,00 e serve 20 pessoas. O de 3 kg custa R$ 195,00 e serve 30 pessoas.',
    ],
    prazo: ['Encomendas', 'Bolos precisam ser encomendados com 3 dias de antecedência, doces com 2 dias.'],
    doces: ['Doces', 'O cento de brigadeiros custa R$ 110,00 e o cento de beijinhos custa R$ 105,00.'],
    sabores: ['Sabores', 'Os sabores de bolo são chocolate, ninho com morango, cenoura e limão.'],
    entrega: ['Entrega', 'Entregamos em Recife por R$ 12,00. Não entregamos em Olinda nem em Jaboatão.'],
    pagamento: [
      'Pagamento',
      'Aceitamos Pix e cartão em até 2x. A encomenda é confirmada com um sinal de 50%.',
    ],
    retirada: ['Retirada', 'A retirada é na Rua das Flores, 210, Boa Vista, de terça a sexta até as 17h30.'],
    topo: ['Topo de bolo', 'O topo de papel custa R$ 25,00. Precisamos do nome e da idade até 2 dias antes.'],
  },
};

const PATAS: GoldenShop = {
  name: 'Patas e Cia',
  profile: 'Banho e tosa de cães e gatos em Curitiba, com loja de ração. Leve e direto, sem formalidade.',
  replies: {
    horario: ['Horário', 'Abrimos de segunda a sábado das 8h às 19h. Domingo não abrimos.'],
    banho: [
      'Banho',
      'O banho custa R$ 55,00 para porte pequeno, R$ 75,00 para médio e R$ 98,00 para grande. Leva 2 horas.',
    ],
    tosa: ['Tosa', 'A tosa completa custa R$ 90,00 e a tosa higiênica custa R$ 35,00.'],
    busca: ['Busca', 'Buscamos e levamos seu pet por R$ 18,00 até 5 km. Acima de 5 km não fazemos busca.'],
    racao: [
      'Ração',
      'Entregamos ração no mesmo dia para pedidos feitos até as 15h. Acima de R$ 160 a entrega é grátis.',
    ],
    marcar: [
      'Agendamento',
      'Banho e tosa são só com hora marcada. Para marcar, mande o nome do pet, a raça e o dia.',
    ],
    gatos: ['Gatos', 'Gatos são atendidos às quartas e sextas de manhã, longe dos cães.'],
    endereco: [
      'Endereço',
      'Ficamos na Avenida Paraná, 1480, ao lado da farmácia. Tem estacionamento na frente.',
    ],
  },
};

export const GOLDEN_SHOPS = {
  ...{ cycles: CYCLES, guesthouse: GUESTHOUSE, doces: DOCES, patas: PATAS },
  ...TRADES,
} as const;

/** The saved reply of a golden note: it is invented, so there is none to open. */
export const GOLDEN_SOURCE = { is: 'reply', savedReplyId: '' } as const;
