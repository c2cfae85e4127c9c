import { AppError } from '../../../../shared/domain/errors.ts';

/** The memory for bodies that are being read or handled. */
export interface BodyBudget {
  /** Opens the account of one body, of a declared length. */
  open(sender: string, declared: number): { take(bytes: number): void; close(): void };
  /** The bytes of all bodies that are being read or handled. */
  used(): number;
}

export interface BodyBudgetOptions {
  /** The most bytes of all bodies together. */
  total: number;
  /** The most bytes of one sender's bodies. */
  perSender: number;
  /** Called for each body that is refused. */
  onRefused(): void;
}

/** Bodies up to this length may also use the last quarter of the budget: large ones never block them. */
const SMALL = 64 * 1024;
const LARGE_SHARE = 0.75;
const RETRY_SECONDS = 2;

/**
 * Creates a budget. Bytes count when they arrive, not when they are announced, so a sender who announces a
 * large body and sends nothing takes no room from others.
 */
export function createBodyBudget({ total, perSender, onRefused }: BodyBudgetOptions): BodyBudget {
  const bySender = new Map<string, number>();
  let used = 0;

  return {
    used: () => used,
    open: (sender, declared) => {
      const share = declared <= SMALL ? 1 : LARGE_SHARE;
      let taken = 0;
      return {
        take: (bytes) => {
          const ofSender = (bySender.get(sender) ?? 0) + bytes;
          if (used + bytes > total * share || ofSender > perSender * share) {
            onRefused();
            throw new AppError('unavailable', {
              message: 'The server is reading too many requests. Nothing was stored. Try again soon.',
              retryAfter: RETRY_SECONDS,
            });
          }
          used += bytes;
          taken += bytes;
          bySender.set(sender, ofSender);
        },
        close: () => {
          used -= taken;
          const left = (bySender.get(sender) ?? 0) - taken;
          if (left > 0) bySender.set(sender, left);
          else bySender.delete(sender);
          taken = 0;
        },
      };
    },
  };
}
