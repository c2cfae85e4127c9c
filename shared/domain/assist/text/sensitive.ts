import { fold, type Span } from './fold.ts';

/** What is left to people: no draft is written where one of these comes up. */
export type SensitiveTopic = 'money' | 'legal' | 'health' | 'self_harm' | 'minors';

const TOPICS: readonly (readonly [SensitiveTopic, RegExp])[] = [
  [
    'self_harm',
    /\b(?:suicid\w*|kill(?:ing)? (?:myself|me)|end my life|hurt(?:ing)? myself|self[- ]harm|want to die|me matar|tirar (?:a )?minha vida|quero morrer|vontade de morrer|acabar com (?:a )?minha vida|me machucar|automutila\w*|me cortar|quitarme la vida|quiero morir|matarme|hacerme dano)\b/g,
  ],
  [
    'minors',
    /\b(?:minors?|underage|my (?:child|kid|son|daughter|baby|toddler)|menor(?:es)? de idade|meu (?:filho|bebe|neto)|minha (?:filha|bebe|neta)|menor de edad|mi (?:hij[oa]|bebe)|crianca|criancas|(?:sou|tenho|i am|i'm|have|has) (?:1[0-7]|[5-9]) (?:anos|years old))\b/g,
  ],
  [
    'health',
    /\b(?:allerg\w+|alergi[ac]\w*|doctor|hospital|poison\w*|pregnan\w+|gravida|gravidez|medic(?:ine|ation|amento|al|o|a)|remedio|prescription|receita medica|injur\w+|bleed\w*|sangra\w*|symptom\w*|sintoma\w*|intoxica\w*|burn(?:ed|t)? my|queimou|queimei|asthma|asma|diabet\w+|overdose|embaraza\w*|veneno|ferid[oa]|machucou|machuquei|enfermedad|doenca|side effects?|efeitos? colatera(?:l|is)|posologia|dosagem|dosage|rash(?:es)?|itch(?:y|ing)|swollen|swelling|ambulance|a&e|(?:hit|bumped) (?:his|her|my|their) head|(?:skin|scalp|eyes?|face|throat|lips?|hands?) (?:is|are|was|were|has been|keeps?|still) burning|(?:smell(?:s|ing)? (?:of |like )?|leaking )gas|gas leak|carbon monoxide|ambulancia|ardendo|cocando|coceira|inchad[oa]|bateu a cabeca|bati a cabeca|cheiro de gas|vazamento de gas|vazando gas)\b/g,
  ],
  [
    'legal',
    /\b(?:lawyer|attorney|sue|suing|lawsuit|court|legal action|police|fraud|scam\w*|consumer protection|gdpr|data protection|advogad[oa]|process(?:ar|o judicial)|vou processar|justica|procon|policia|fraude|golpe|estelionato|reclame aqui|lgpd|tribunal|juizado|abogad[oa]|demanda(?:r|re)|denuncia\w*|estafa|boletim de ocorrencia|danos morais|small claims|trading standards|pequenas causas)\b/g,
  ],
  [
    'money',
    /\b(?:refund\w*|reimburs\w+|discount\w*|compensat\w+|chargeback\w*|money back|voucher\w*|coupon\w*|cashback|free of charge|credit note|reembols\w+|estorn\w+|descont\w+|descuent\w+|compensac\w+|indeniza\w+|ressarc\w+|devolucao do (?:valor|dinheiro)|dinheiro de volta|cupom|cupons|cortesia|brinde|abatimento|devolver (?:o|el|su|seu) (?:dinheiro|valor|dinero)|(?:valor|dinheiro) devolvido|goodwill|money off|on the house|any deals?|a deal if|(?:best|special) (?:price|deal)|best you can do|knock (?:\w+ ){1,3}off|precinho|preco (?:melhor|camarada)|faz(?:em|er)? por menos|por nossa conta|por conta da casa)\b/g,
  ],
];

/** Finds words of a text that belong to a topic left to people. */
export function findSensitive(text: string): (Span & { topic: SensitiveTopic })[] {
  const folded = fold(text);
  return TOPICS.flatMap(([topic, pattern]) =>
    [...folded.matchAll(pattern)].map((match) => ({
      topic,
      start: match.index,
      end: match.index + match[0].length,
    })),
  ).sort((one, other) => one.start - other.start);
}
