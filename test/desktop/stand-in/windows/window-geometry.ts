import { EventEmitter } from 'node:events';
import type { Rectangle } from 'electron';

/** The position and size of a window. It has no frame, so inner and outer bounds are the same. */
export class WindowGeometry extends EventEmitter {
  private bounds: Rectangle;

  constructor({ x = 0, y = 0, width = 800, height = 600 }: Partial<Rectangle>) {
    super();
    this.bounds = { x, y, width, height };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.bounds;
    this.bounds = { ...before, ...bounds };
    if (before.x !== this.bounds.x || before.y !== this.bounds.y) this.emit('move');
    if (before.width === this.bounds.width && before.height === this.bounds.height) return;
    this.emit('resize');
    this.emit('resized');
  }

  getBounds = (): Rectangle => ({ ...this.bounds });
  getNormalBounds = (): Rectangle => ({ ...this.bounds });
  getContentBounds = (): Rectangle => ({ ...this.bounds });
  getSize = (): number[] => [this.bounds.width, this.bounds.height];
  getContentSize = (): number[] => this.getSize();
  getPosition = (): number[] => [this.bounds.x, this.bounds.y];
  setSize = (width: number, height: number): void => this.setBounds({ width, height });
  setContentSize = (width: number, height: number): void => this.setBounds({ width, height });
  setPosition = (x: number, y: number): void => this.setBounds({ x, y });
}
