import type { GoldenShop } from './golden-shop.ts';

const MAPLE: GoldenShop = {
  name: 'Studio Maple',
  profile: 'A hair salon in Leeds with four chairs. Chatty and warm, short messages, first names.',
  replies: {
    hours: [
      'Opening hours',
      'We are open Tuesday to Saturday from 9:30 to 18:30. On Sunday and Monday we are closed.',
    ],
    cut: ['Cuts', 'A cut and blow-dry costs £38 and takes 45 minutes. A fringe trim costs £8.'],
    colour: [
      'Colour',
      'Colour starts at £72 and takes about 2 hours. We do a patch test 48 hours before the first colour.',
    ],
    booking: ['Booking', 'To book, please send your name, the service and two times that suit you.'],
    late: [
      'Late or changing',
      'If you are more than 15 minutes late we may have to move your appointment. Changes are free until 24 hours before.',
    ],
    where: [
      'Where we are',
      'We are at 8 Cardigan Road, Leeds, above the bakery. The nearest car park is in Hyde Park Road.',
    ],
    pay: ['Paying', 'We take card and cash. We do not take American Express.'],
  },
};

const GARAGE: GoldenShop = {
  name: 'Kerr Motors',
  profile: 'A family garage in Dundee: MOT, tyres, servicing and repairs. Straight to the point, no jargon.',
  replies: {
    mot: ['MOT', 'An MOT costs £49 and takes about one hour. Please book two days ahead.'],
    tyres: ['Tyres', 'Tyres start at £54 each, fitted and balanced.'],
    oil: ['Oil change', 'An oil and filter change costs £79 and takes 45 minutes while you wait.'],
    hours: [
      'Opening hours',
      'We are open Monday to Friday from 8:00 to 17:30. On Saturday we are open until 12:00.',
    ],
    courtesy: ['Courtesy car', 'A courtesy car costs £20 a day. Please bring your driving licence.'],
    drop: [
      'Leaving the car',
      'You can drop the car off from 7:30. Put the keys into the box beside the entrance.',
    ],
    aircon: ['Air conditioning', 'An air conditioning recharge costs £65 and takes 40 minutes.'],
  },
};

const SALAO: GoldenShop = {
  name: 'Espaço Lírio',
  profile:
    'Salão de beleza em Belo Horizonte: cabelo e unhas. Atendimento carinhoso e rápido, mensagens curtas.',
  replies: {
    horario: ['Horário', 'Atendemos de terça a sábado das 9h às 19h. Domingo e segunda não abrimos.'],
    corte: ['Corte', 'O corte feminino custa R$ 80,00 e o masculino R$ 45,00. A escova é à parte, R$ 50,00.'],
    unha: ['Unhas', 'Pé e mão custam R$ 65,00. Só a mão custa R$ 35,00. A manicure atende até as 18h.'],
    progressiva: [
      'Progressiva',
      'A progressiva começa em R$ 220,00 e leva umas 3 horas. O valor depende do comprimento do cabelo.',
    ],
    marcar: ['Marcar', 'Para marcar, mande seu nome, o serviço e dois horários que são bons para você.'],
    atraso: [
      'Atraso e remarcação',
      'A tolerância de atraso é de 15 minutos. Para remarcar, avise até 4 horas antes.',
    ],
    endereco: [
      'Endereço',
      'Ficamos na Rua Padre Eustáquio, 932, em cima da padaria. Tem vaga na rua de trás.',
    ],
    pagamento: ['Pagamento', 'Aceitamos Pix, dinheiro e cartão em até 3x acima de R$ 150,00.'],
  },
};

const GAS: GoldenShop = {
  name: 'Depósito São Bento',
  profile: 'Gás e água mineral na porta, em Campinas. Direto e simpático; o pessoal pede por áudio.',
  replies: {
    gas: [
      'Gás',
      'O botijão de 13 kg custa R$ 118,00 na entrega e R$ 108,00 na retirada, com o vasilhame vazio.',
    ],
    agua: [
      'Água',
      'O galão de água de 20 litros custa R$ 16,00 com a troca do vasilhame. O galão novo custa R$ 38,00.',
    ],
    entrega: [
      'Entrega',
      'A entrega é grátis no Taquaral e no Cambuí. Nos outros bairros de Campinas custa R$ 5,00.',
    ],
    horario: ['Horário', 'Entregamos de segunda a sábado das 7h às 20h e no domingo das 8h às 13h.'],
    pagamento: [
      'Pagamento',
      'Aceitamos dinheiro, Pix e cartão na maquininha. Para troco, diga antes o valor da nota.',
    ],
    vasilhame: ['Sem vasilhame', 'Sem o vasilhame, o botijão completo custa R$ 290,00.'],
    pedido: [
      'Fazer pedido',
      'Para pedir, mande o endereço com número, o ponto de referência e a forma de pagamento.',
    ],
  },
};

/** Invented businesses of other trades, whose customers write as they speak. A qualification run asks about none of them. */
export const TRADES = { maple: MAPLE, garage: GARAGE, salao: SALAO, gas: GAS } as const;
