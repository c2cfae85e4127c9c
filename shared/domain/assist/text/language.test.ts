import { describe, expect, it } from 'vitest';
import { isInLanguage, languageCodeOf, languageOf } from './language.ts';

describe('languageOf', () => {
  it.each([
    ['en', 'hey do u guys have this in blue'],
    ['en', 'wrong item arrived, box damaged'],
    ['en', 'when does my package get here'],
    ['en', 'Thank you so much!!'],
    ['pt', 'oi moço, cadê meu pacote?'],
    ['pt', 'vcs entregam no centro'],
    ['pt', 'muito obrigada, chegou certinho'],
    ['pt', 'qual o prazo de entrega pra Recife'],
    ['pt', 'Bom dia, tudo bem?'],
    ['pt', 'pedido atrasado de novo'],
    ['es', '¿cuánto cuesta el envío a Madrid?'],
    ['es', 'hola, quisiera cambiar la talla'],
    ['es', 'todavía no llegó mi pedido'],
    ['es', 'muchas gracias por la ayuda'],
    ['other', 'Wann kommt meine Bestellung an?'],
    ['other', "Bonjour, où est ma commande s'il vous plaît"],
    ['other', 'где мой заказ, пожалуйста'],
    ['other', 'quanto costa la spedizione per Roma'],
    ['unknown', 'ok'],
    ['unknown', 'Pizza 45'],
    ['unknown', 'https://example.com/a/very/long/address'],
  ])('%s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('languageCodeOf', () => {
  it.each([
    ['en', 'when does my package get here'],
    ['pt', 'qual o prazo de entrega pra Recife'],
    ['de', 'Wann kommt meine Bestellung an?'],
    ['de', 'Guten Tag, ist der blaue Stuhl noch auf Lager?'],
    ['fr', "Bonjour, où est ma commande s'il vous plaît"],
    ['fr', 'Combien coûte la livraison et quand est-ce que vous livrez ?'],
    ['it', 'quanto costa la spedizione per Roma'],
    ['it', 'Buongiorno, quando arriva il mio ordine?'],
    ['nl', 'Hallo, wanneer komt mijn bestelling en wat kost het?'],
    ['ru', 'где мой заказ, вы можете проверить?'],
    ['uk', 'де моє замовлення, чи можете перевірити?'],
    ['ar', 'متى يصل طلبي من فضلك'],
    ['he', 'מתי מגיעה ההזמנה שלי בבקשה'],
    ['el', 'πότε φτάνει η παραγγελία μου'],
    ['ja', '注文した椅子はいつ届きますか'],
    ['zh', '请问我的订单什么时候可以送到呢'],
    ['ko', '제 주문은 언제 도착하나요 알려주세요'],
    ['th', 'สินค้าของฉันจะมาถึงเมื่อไหร่'],
    ['hi', 'मेरा ऑर्डर कब आएगा कृपया बताइए'],
    // Which of several languages: it cannot be said.
    ['other', 'къде е моята поръчка, моля'],
    ['other', 'سفارش من کی می‌رسد لطفا بگویید'],
    ['unknown', 'ok'],
    ['unknown', 'Kiedy dotrze moja paczka'],
  ])('%s: %s', (language, text) => {
    expect(languageCodeOf(text)).toBe(language);
  });
});

describe('isInLanguage', () => {
  it('accepts what is too short to say, and every language where none is expected', () => {
    expect(isInLanguage('ok', 'pt')).toBe(true);
    expect(isInLanguage('When do you open tomorrow?', 'unknown')).toBe(true);
    expect(isInLanguage('When do you open tomorrow?', 'pt')).toBe(false);
  });
});
