import type { CDPSession, Page } from '@playwright/test';
import { handle, view } from './editors/data.ts';
import type { EditorPage } from './editors/editor.ts';

/** The number of pointer moves in each script. */
export const steps = 60;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pointer of a page; every move waits until the page has handled it. */
export class Pointer {
  readonly #page: Page;
  readonly #client: CDPSession;

  constructor(page: Page, client: CDPSession) {
    this.#page = page;
    this.#client = client;
  }

  /** Grabs the exposed corner, and drags it along a curve; returns how far it was moved, in pixels. */
  async dragCorner(): Promise<Point> {
    return this.#drag(handle, (step) => ({ x: step, y: 40 * Math.sin((step / steps) * Math.PI * 1.5) }));
  }

  /** Grabs the map where no tool covers it; returns how far it was moved, in pixels. */
  async pan(): Promise<Point> {
    return this.#drag({ x: -120, y: 60 }, (step) => ({ x: step * 4, y: -step * 2 }));
  }

  /** Moves the pointer, before the measurement, to where it will press: pixels from the centre of the map. */
  async moveTo({ x, y }: Point): Promise<void> {
    const middle = await this.#middle();
    await this.#send('mouseMoved', { x: middle.x + x, y: middle.y + y }, 0);
  }

  async #drag(from: Point, way: (step: number) => Point): Promise<Point> {
    const middle = await this.#middle();
    const start = { x: middle.x + from.x, y: middle.y + from.y };
    await this.#send('mousePressed', start, 1);
    let gone = { x: 0, y: 0 };
    for (let step = 1; step <= steps; step += 1) {
      gone = way(step);
      await this.#send('mouseMoved', { x: start.x + gone.x, y: start.y + gone.y }, 1);
    }
    // A pause before the release avoids an inertial pan.
    await this.#page.waitForTimeout(200);
    await this.#send('mouseReleased', { x: start.x + gone.x, y: start.y + gone.y }, 0);
    return gone;
  }

  async #middle(): Promise<Point> {
    const box = await this.#page.evaluate(() => {
      const { x, y, width, height } = (window as unknown as EditorPage).editor.area().getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, width, height };
    });
    if (box.width !== view.width || box.height !== view.height)
      throw new Error(`the map is ${box.width}×${box.height} pixels`);
    return box;
  }

  async #send(
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
    { x, y }: Point,
    buttons: 0 | 1,
  ): Promise<void> {
    const isMove = type === 'mouseMoved' && buttons === 0;
    await this.#client.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: isMove ? 'none' : 'left',
      buttons,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  }
}
