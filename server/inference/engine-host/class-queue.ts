import { mayStart, REQUEST_CLASSES, type RequestClass } from '../request-class.ts';
import { type Caller, FairQueue, type QueueLimits, type Waiting } from './fair-queue.ts';

/** The caller of a request, and how urgent the request is. */
export interface ClassedCaller extends Caller {
  readonly requestClass: RequestClass;
}

type Classed = Waiting & ClassedCaller;

/** Requests ahead of time are soon outdated, so few of them wait. What is over a limit is refused. */
const LIMITS: Readonly<Record<1 | 2 | 3, QueueLimits>> = {
  1: { total: 64, perTenant: 32, perKey: 16 },
  2: { total: 32, perTenant: 16, perKey: 16 },
  3: { total: 16, perTenant: 8, perKey: 8 },
};

/** A queue for each class of requests. A lower class has its turn when no higher one can start. */
export class ClassQueue<Item extends Classed> {
  private readonly queues: Readonly<Record<RequestClass, FairQueue<Item>>>;

  /** @param limits of class 0. */
  constructor(limits: QueueLimits) {
    this.queues = {
      0: new FairQueue(limits),
      1: new FairQueue(LIMITS[1]),
      2: new FairQueue(LIMITS[2]),
      3: new FairQueue(LIMITS[3]),
    };
  }

  get length(): number {
    return this.items().length;
  }

  hasRoom(caller: ClassedCaller, count = 1): boolean {
    return this.queues[caller.requestClass].hasRoom(caller, count);
  }

  add(item: Item): void {
    this.queues[item.requestClass].add(item);
  }

  /** Adds a request that was stopped, before the others of its key. */
  putBack(item: Item): void {
    this.queues[item.requestClass].addFirst(item);
  }

  remove(id: string): Item | null {
    for (const one of REQUEST_CLASSES) {
      const item = this.queues[one].remove(id);
      if (item) return item;
    }
    return null;
  }

  /** Removes and returns the next request that may start, given those that hold a slot. */
  next(running: readonly ClassedCaller[], slots: number): Item | null {
    const classes = running.map(({ requestClass }) => requestClass);
    for (const one of REQUEST_CLASSES) {
      const item = mayStart(one, classes, slots) ? this.queues[one].next(running) : null;
      if (item) return item;
    }
    return null;
  }

  /** Returns the number of waiting requests that someone waits for, as many as may start in free slots. */
  urgent(running: readonly ClassedCaller[], slots: number): number {
    const others = running.filter(({ requestClass }) => requestClass === 1).length;
    const room = Math.max(0, Math.max(1, slots - 1) - others);
    return this.queues[0].length + Math.min(this.queues[1].length, room);
  }

  /** Returns the position of a request if no running request ends. 1 is next; null if it is not waiting. */
  positionOf(id: string, running: readonly Caller[]): number | null {
    let before = 0;
    for (const one of REQUEST_CLASSES) {
      const position = this.queues[one].positionOf(id, running);
      if (position !== null) return before + position;
      before += this.queues[one].length;
    }
    return null;
  }

  items(): Item[] {
    return REQUEST_CLASSES.flatMap((one) => this.queues[one].items());
  }
}
