import type { Hints, Script } from './script.ts';

const DAY =
  /\b(?:hoje|amanha|depois de amanha|segunda|terca|quarta|quinta|sexta|sabado|domingo|dia \d{1,2}|\d{1,2}\/\d{1,2}|(?:em|ate|dentro de|daqui a) (?:ate )?\d+ (?:horas?|dias?|semanas?)|\d+ dias?(?: uteis)?|proxima semana|semana que vem|(?:esta|essa|nesta|nessa) semana)\b/;
const TIME = /\b(?:\d{1,2}\s?h(?:oras)?(?:\d{2})?|\d{1,2}:\d{2}|meio-dia|as \d{1,2})\b/;

/** How Portuguese answers are understood. */
export const PORTUGUESE: Hints = {
  answers: {
    delivery_day: DAY,
    delay_reason:
      /\b(?:porque|por causa|devido|atras(?:o|ou|ado|ada)|transportadora|correios|alfandega|estoque|greve|chuva|retid[oa]|imprevisto)\b/,
    exchange_steps:
      /\b(?:troca(?:r|mos|rmos)?|devolv\w+|devolucao|etiqueta|coleta(?:r|mos)?|busca(?:r|mos)|retira(?:r|da|mos)?|envi(?:e|ar) de volta|postar|substitu\w+)\b/,
    return_cost:
      /\b(?:gratis|gratuit[oa]|sem (?:nenhum )?custo|sem cobranca|nao (?:paga|precisa pagar|custa|tem custo)|por nossa conta|nos pagamos|frete e nosso)\b|r\$\s?\d/,
    price: /r\$\s?\d|\b\d+(?:[.,]\d{2})? ?reais\b/,
    payment: /\b(?:pix|cartao|credito|debito|boleto|transferencia|dinheiro|parcela\w*|\d+x|link)\b/,
    apology:
      /\b(?:desculp\w+|lament\w+|sinto muito|sentimos muito|perdao|entendo|compreendo|pedimos perdao)\b/,
    refund:
      /\b(?:reembols\w+|estorn\w+|devolv\w+ (?:o|seu) (?:dinheiro|valor)|dinheiro de volta|ressarc\w+)\b/,
    refund_time: DAY,
    new_time: new RegExp(`${TIME.source}|${DAY.source}`),
    confirmation:
      /\b(?:confirmad[oa]|confirmo|marcad[oa]|agendad[oa]|remarcad[oa]|remarquei|feito|pronto|combinado|anotad[oa]|reservad[oa]|ate la)\b/,
    address_changed:
      /\b(?:alterad[oa]|alterei|atualizad[oa]|atualizei|troquei|mudei|corrigi(?:do)?|anotad[oa]|salv[oa]|feito|pronto|novo endereco)\b/,
    replacement:
      /\b(?:substitu\w+|nov[oa] (?:espelho|peca|produto)|outr[oa] (?:espelho|peca|produto)?|troca(?:r|mos)?|reembols\w+|dinheiro de volta|repos\w+)\b/,
    hours: TIME,
    weekend:
      /\b(?:sabados?|domingos?|fim de semana|fins de semana|fechad[oa]s?|fechamos|segunda a (?:sexta|sabado))\b/,
    polite_no:
      /\b(?:nao (?:consigo|conseguimos|podemos|posso|oferecemos|fazemos|atendemos|vendemos)|infelizmente|somente|apenas|so (?:vendemos|atendemos|ajudamos|conseguimos)|desculp\w+)\b/,
  },
  asks: {
    order_number:
      /\b(?:numero|codigo|n[.º°]?) (?:do|de|da) (?:seu |sua )?(?:pedido|compra|nota)|qual (?:e )?o (?:seu )?pedido\b/,
    name: /\b(?:seu nome|nome completo|qual (?:e )?o nome|em nome de quem|com quem (?:eu )?falo)\b/,
    email: /\be-?mail\b/,
    address:
      /\b(?:qual|seu|o|novo|me (?:manda|passa|envia|informa)|pode(?:ria)?) (?:\w+ ){0,3}(?:endereco|cep|rua)\b/,
    quantity: /\b(?:quantas?|quantos|quantidade)\b/,
    time: /\b(?:que (?:dia|horario|horas)|qual (?:dia|horario|data)|quando (?:voce )?(?:pode|prefere|seria|fica)|melhor (?:dia|horario))\b/,
    photo: /\b(?:fotos?|imagem|imagens|print)\b/,
  },
  requests:
    /\?|\b(?:por favor|pode(?:ria)?|me (?:manda|passa|envia|informa|diz)|preciso|qual|envie|mande|informe)\b/,
  holds:
    /\b(?:um (?:momento|minuto|instante|segundo)|so um|ja (?:te )?(?:verifico|vejo|retorno|respondo)|vou (?:verificar|checar|conferir|ver|consultar|olhar)|aguarde|estou (?:verificando|conferindo)|deixa eu ver)\b/,
  rude: /\b(?:idiota|burr[oa]|cala a boca|nao e problema meu|problema seu|culpa sua|se acalm[ae]|calma ai|frescura|le(?:ia)? o site)\b/,
  nudges: {
    friendly: ['Oi de novo, conseguiu ver minha mensagem?', 'Tem alguém aí? Sem pressa, só para confirmar.'],
    confused: ['Alô? Será que mandei para o número certo?', 'Desculpe, não sei se está chegando aí.'],
    impatient: ['Oi?? Estou esperando.', 'Não tenho o dia todo. Alguém pode responder?'],
    angry: ['Alô? Tem alguém trabalhando aí?', 'Inacreditável. Me respondam!'],
  },
  onRude: 'Como é? Não precisa falar assim comigo.',
  unknownDetail: 'Isso eu não tenho aqui agora, desculpe.',
  leaves: {
    waited: 'Deixa, está demorando demais. Vou procurar em outro lugar.',
    misunderstood: 'Isso não responde à minha pergunta. Deixa para lá, obrigado.',
  },
};

/** The Portuguese scripts. */
export const PORTUGUESE_SCRIPTS: readonly Script[] = [
  {
    kind: 'late_order',
    mood: 'impatient',
    name: 'Camila Rocha',
    opening: [{ text: 'Oi' }, { text: 'Meu pedido era para ter chegado na segunda. Quando chega?' }],
    questions: [
      ['delivery_day', { ask: 'Quando chega meu pedido?', again: 'Só quero saber em que dia ele chega.' }],
      ['delay_reason', { ask: 'E por que atrasou tanto?', again: 'Mas o que houve? Por que o atraso?' }],
    ],
    details: {
      order_number: { text: 'O número do pedido é 48213.' },
      name: { text: 'Camila Rocha' },
      address: { text: 'Rua das Acácias, 120, Campinas, 13010-050' },
    },
    thanks: 'Tá bom, obrigada por verificar.',
  },
  {
    kind: 'wrong_item',
    mood: 'friendly',
    name: 'Diego Farias',
    opening: [
      { text: 'Bom dia! Pedi a luminária azul e veio uma verde.' },
      { text: 'Como faço para trocar?' },
    ],
    questions: [
      ['exchange_steps', { ask: 'Como faço para trocar?', again: 'O que eu faço com a verde?' }],
      [
        'return_cost',
        { ask: 'Eu preciso pagar a devolução?', again: 'Digo o frete de volta: tem algum custo para mim?' },
      ],
    ],
    details: {
      order_number: { text: 'É o pedido 50977.' },
      name: { text: 'Diego Farias' },
      photo: { text: 'Esta é a luminária que veio.', hasPhoto: true },
      address: { text: 'Av. Beira-Mar, 33, Fortaleza, 60165-121' },
    },
    thanks: 'Ótimo, muito obrigado pela ajuda rápida!',
  },
  {
    kind: 'price',
    mood: 'friendly',
    name: 'Sônia Teixeira',
    opening: [{ text: 'Olá, quanto custa a mesa de carvalho para seis pessoas?' }],
    questions: [
      ['price', { ask: 'Quanto custa?', again: 'Eu precisava do preço da mesa, por favor.' }],
      ['payment', { ask: 'E como posso pagar?', again: 'Quais formas de pagamento vocês aceitam?' }],
    ],
    details: {
      quantity: { text: 'Só uma mesa.' },
      address: { text: 'Seria para entregar na Rua XV de Novembro, 22, Curitiba.' },
      name: { text: 'Sônia Teixeira' },
    },
    thanks: 'Perfeito, vou pensar. Obrigada!',
  },
  {
    kind: 'angry_refund',
    mood: 'angry',
    name: 'Marcelo Pires',
    opening: [
      { text: 'É a terceira vez que eu escrevo!!' },
      { text: 'A chaleira quebrou em dois dias. Quero meu dinheiro de volta AGORA.' },
    ],
    questions: [
      [
        'apology',
        { ask: 'Nem uma palavra de desculpas?', again: 'Podiam pelo menos se desculpar por isso.' },
      ],
      ['refund', { ask: 'Quero meu dinheiro.', again: 'Vou receber meu dinheiro, sim ou não?' }],
      [
        'refund_time',
        { ask: 'E quando o dinheiro cai?', again: 'Até que dia o dinheiro está na minha conta?' },
      ],
    ],
    details: {
      order_number: { text: '61120. Já mandei duas vezes!' },
      photo: { text: 'Olha aqui como ficou.', hasPhoto: true },
      email: { text: 'marcelo.pires@example.com' },
      name: { text: 'Marcelo Pires' },
    },
    thanks: 'Certo. Espero que desta vez funcione.',
  },
  {
    kind: 'appointment',
    mood: 'friendly',
    name: 'Graça Nunes',
    opening: [{ text: 'Oi! Tenho horário na quinta às 15h, mas não vou conseguir ir. Dá para remarcar?' }],
    questions: [
      [
        'new_time',
        { ask: 'Que outro horário vocês têm?', again: 'Pode me oferecer outro dia ou outra hora?' },
      ],
      [
        'confirmation',
        {
          ask: 'Para mim está ótimo. Está confirmado?',
          again: 'Então o novo horário está marcado para mim?',
        },
      ],
    ],
    details: {
      name: { text: 'Está em nome de Graça Nunes.' },
      time: { text: 'Sexta de manhã seria melhor.' },
      email: { text: 'graca.nunes@example.com' },
    },
    thanks: 'Maravilha, até lá!',
  },
  {
    kind: 'address',
    mood: 'confused',
    name: 'Helena Prado',
    opening: [
      { text: 'Olá, acho que coloquei meu endereço antigo sem querer' },
      { text: 'ainda dá para mudar para onde vai a encomenda?' },
    ],
    questions: [
      [
        'address_changed',
        { ask: 'Vocês mudaram o endereço?', again: 'Fiquei na dúvida: o novo endereço já está no sistema?' },
      ],
      ['delivery_day', { ask: 'E ainda chega nesta semana?', again: 'Em que dia chega, então?' }],
    ],
    details: {
      order_number: { text: 'Acho que é 47350' },
      address: { text: 'O novo é Rua do Pomar, 8, Belo Horizonte, 30140-071' },
      name: { text: 'Helena Prado' },
      email: { text: 'helena.prado@example.com' },
    },
    thanks: 'Que bom, muito obrigada.',
  },
  {
    kind: 'damage_photo',
    mood: 'impatient',
    name: 'Tomás Becker',
    opening: [{ text: 'O espelho chegou assim.', hasPhoto: true }, { text: 'O que vocês vão fazer?' }],
    questions: [
      [
        'replacement',
        { ask: 'Vocês mandam um novo?', again: 'Quero um espelho novo ou o dinheiro. Qual dos dois?' },
      ],
      ['delivery_day', { ask: 'E quando chegaria?', again: 'Preciso de um dia. Quando?' }],
    ],
    details: {
      order_number: { text: '59004' },
      photo: { text: 'Já mandei uma. Aqui está de novo.', hasPhoto: true },
      address: { text: 'Rua da Estação, 5, Joinville, 89201-400' },
      name: { text: 'Tomás Becker' },
    },
    thanks: 'OK. Obrigado.',
  },
  {
    kind: 'double_charge',
    mood: 'angry',
    name: 'Laura Petit',
    opening: [{ text: 'Vocês cobraram meu cartão duas vezes pelo mesmo pedido. O que está acontecendo?' }],
    questions: [
      ['refund', { ask: 'Vão me devolver o segundo pagamento?', again: 'E o segundo pagamento, como fica?' }],
      ['refund_time', { ask: 'Quando?', again: 'Em quantos dias?' }],
    ],
    details: {
      order_number: { text: 'Pedido 52218' },
      email: { text: 'laura.petit@example.com' },
      photo: { text: 'As duas cobranças no extrato.', hasPhoto: true },
      name: { text: 'Laura Petit' },
    },
    thanks: 'Está bem. Vou acompanhar minha conta.',
  },
  {
    kind: 'opening_hours',
    mood: 'friendly',
    name: 'Iago Dantas',
    opening: [{ text: 'oi, até que horas vocês ficam abertos hoje?' }],
    questions: [
      ['hours', { ask: 'Até que horas ficam abertos?', again: 'Perguntei do horário de hoje' }],
      ['weekend', { ask: 'e no sábado?', again: 'vocês abrem no fim de semana?' }],
    ],
    details: { name: { text: 'Iago' } },
    thanks: 'valeu!',
  },
  {
    kind: 'off_topic',
    mood: 'confused',
    name: 'Dona Teresa Lima',
    opening: [
      { text: 'Olá meu bem, você me ajuda com o formulário da aposentadoria?' },
      { text: 'Meu neto disse que aqui respondem tudo' },
    ],
    questions: [
      [
        'polite_no',
        { ask: 'Você me ajuda com o formulário da aposentadoria?', again: 'Mas e o meu formulário?' },
      ],
      ['hours', { ask: 'Entendi. E quando a loja abre?', again: 'De que horas até que horas a loja abre?' }],
    ],
    details: { name: { text: 'Teresa Lima' } },
    thanks: 'Muito gentil. Bom dia!',
  },
];
