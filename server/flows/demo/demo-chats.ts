import type { DemoChat } from './demo-chat.ts';
import { ORDER_CHATS } from './demo-chats-orders.ts';
import { RENTAL_CHATS } from './demo-chats-rental.ts';
import { REPAIR_CHATS } from './demo-chats-repairs.ts';
import { SERVICE_CHATS } from './demo-chats-service.ts';
import { TRADE_CHATS } from './demo-chats-trade.ts';

/** Every conversation of the demo workspace. */
export const DEMO_CHATS: readonly DemoChat[] = [
  ...REPAIR_CHATS,
  ...ORDER_CHATS,
  ...TRADE_CHATS,
  ...SERVICE_CHATS,
  ...RENTAL_CHATS,
];
