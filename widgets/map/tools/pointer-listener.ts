import type { Point, Camera, View } from '../render/camera/camera.ts';
import { pointIn, shownBoxOf, type ShownBox } from '../render/camera/pointer-point.ts';

/** The position and the kind of a pointer press. */
export interface PointerPress {
  readonly at: Point;
  /** Whether the pointer is less precise than a mouse, such as a finger. */
  readonly coarse: boolean;
  readonly alt: boolean;
}

/** A drag: follows the pointer until it is dropped or cancelled. Alt disables snapping. */
export interface Drag {
  move(at: Point, alt: boolean): void;
  drop(at: Point, alt: boolean): void;
  cancel(): void;
}

/** The pointer handlers of the map while a tool is active. */
export interface PointerTool {
  /** Starts dragging the pressed shape; null lets the map pan. */
  startDrag(press: PointerPress): Drag | null;
  click(press: PointerPress): void;
  /** The pointer moved without a button; returns the cursor to show. */
  hover(press: PointerPress): string;
  /** A long press of a finger; returns whether the tool handled it. */
  longPress(press: PointerPress): boolean;
  leave(): void;
}

/** How far a click may move, in pixels. */
const clickTolerance = { fine: 3, coarse: 10 } as const;

const longPressMs = 550;

interface ActivePress {
  readonly pointer: number;
  /** Such as `mouse`. */
  readonly pointerType: string;
  readonly press: PointerPress;
  /** The box of the area at the press; reading it at each move would cause a layout. */
  readonly box: ShownBox;
  readonly drag: Drag | null;
  /** Whether the drag pans the map. */
  readonly isPan: boolean;
  readonly timer: ReturnType<typeof setTimeout> | null;
  hasMoved: boolean;
  isLongPress: boolean;
}

/** Starts to pan the map from a point. */
export type Pan = (from: Point) => Drag;

/**
 * Listens to pointers before the map does, so that the map does not pan under a dragged vertex. A mouse pans by `pan`;
 * touch panning is left to the map, since a second finger may join. The map itself handles zooming.
 */
export class PointerListener {
  readonly #area: HTMLElement;
  readonly #tool: () => PointerTool;
  readonly #pan: Pan;
  /** The pressed pointers, and what each of them is. */
  readonly #pointersDown = new Map<number, string>();
  readonly #abort = new AbortController();
  #press: ActivePress | null = null;
  #hoverFrame = 0;

  constructor(area: HTMLElement, tool: () => PointerTool, pan: Pan) {
    this.#area = area;
    this.#tool = tool;
    this.#pan = pan;
    const { signal } = this.#abort;
    const capture = { capture: true, signal };
    area.addEventListener('pointerdown', this.#onDown, capture);
    area.addEventListener('pointermove', this.#onMove, capture);
    // A drag continues outside the map, and is not handled by the rest of the page.
    window.addEventListener('pointermove', this.#onDrag, capture);
    window.addEventListener('mousemove', this.#onMouseMove, capture);
    area.addEventListener('wheel', this.#onWheel, { ...capture, passive: false });
    // The button may be released outside the map.
    window.addEventListener('pointerup', this.#onUp, capture);
    window.addEventListener('pointercancel', this.#onCancel, capture);
    area.addEventListener('pointerleave', () => this.#tool().leave(), { signal });
    area.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }

  stop(): void {
    cancelAnimationFrame(this.#hoverFrame);
    this.#release();
    this.#abort.abort();
  }

  readonly #onDown = (event: PointerEvent): void => {
    this.#forgetLost(event);
    const active = this.#press;
    this.#pointersDown.set(event.pointerId, event.pointerType);
    if (active || this.#pointersDown.size > 1 || event.button !== 0) {
      // A second finger makes it a pinch, not a click.
      if (active && this.#pointersDown.size > 1) {
        active.hasMoved = true;
        if (!active.drag) this.#release();
      }
      return;
    }
    const box = shownBoxOf(this.#area);
    const press = pressOf(event, box);
    const drag = this.#tool().startDrag(press);
    this.#press = {
      pointer: event.pointerId,
      pointerType: event.pointerType,
      press,
      box,
      drag: drag ?? (press.coarse ? null : this.#pan(press.at)),
      isPan: drag === null,
      timer: press.coarse ? setTimeout(() => this.#onLongPress(press), longPressMs) : null,
      hasMoved: false,
      isLongPress: false,
    };
    // Other presses reach the map: one may be the first press of a double-click.
    if (!drag) return;
    event.stopPropagation();
    event.preventDefault();
    this.#area.setPointerCapture(event.pointerId);
    this.#area.focus({ preventScroll: true });
  };

  #onLongPress(press: PointerPress): void {
    const active = this.#press;
    if (!active || active.hasMoved) return;
    active.isLongPress = this.#tool().longPress(press);
    if (active.isLongPress) active.drag?.cancel();
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (!this.#press && event.pointerType !== 'touch' && this.#pointersDown.size === 0) this.#hover(event);
  };

  readonly #onDrag = (event: PointerEvent): void => {
    const active = this.#press;
    if (event.pointerId !== active?.pointer) return;
    // The button was released where nobody reports it, such as outside of a frame.
    if (event.pointerType !== 'touch' && event.buttons === 0) return this.#onCancel(event);
    const { at, coarse, alt } = pressOf(event, active.box);
    const distance = Math.hypot(at.x - active.press.at.x, at.y - active.press.at.y);
    if (distance > (coarse ? clickTolerance.coarse : clickTolerance.fine) && !active.hasMoved)
      this.#startMoving(active);
    if (!active.drag) return;
    event.stopPropagation();
    if (active.hasMoved && !active.isLongPress) active.drag.move(at, alt);
  };

  #hover(event: PointerEvent): void {
    cancelAnimationFrame(this.#hoverFrame);
    const press = pressOf(event, shownBoxOf(this.#area));
    this.#hoverFrame = requestAnimationFrame(() => {
      this.#area.style.cursor = this.#tool().hover(press);
    });
  }

  #startMoving(active: ActivePress): void {
    active.hasMoved = true;
    if (!active.drag || !active.isPan) return;
    this.#area.setPointerCapture(active.pointer);
    this.#area.style.cursor = 'grabbing';
  }

  readonly #onUp = (event: PointerEvent): void => {
    const active = this.#take(event);
    if (!active) return;
    const { drag, isPan, press } = active;
    if (drag && !isPan) event.stopPropagation();
    if (isPan) this.#area.style.cursor = '';
    if (active.isLongPress) return;
    const { at, alt } = pressOf(event, active.box);
    if (active.hasMoved) drag?.drop(at, alt);
    else {
      drag?.cancel();
      this.#tool().click(press);
    }
  };

  readonly #onCancel = (event: PointerEvent): void => {
    const active = this.#take(event);
    active?.drag?.cancel();
    if (active?.isPan) this.#area.style.cursor = '';
  };

  /** Zooming would move the map under the dragged shape. */
  readonly #onWheel = (event: WheelEvent): void => {
    if (!this.#press?.drag) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** deck.gl also listens to mouse events, and must not see those of a drag. */
  readonly #onMouseMove = (event: MouseEvent): void => {
    if (this.#press?.drag) event.stopPropagation();
  };

  /**
   * Forgets presses whose release was not reported, as under a dialog of the page: while a finger is down, no other one is
   * the primary one.
   */
  #forgetLost({ isPrimary, pointerType }: PointerEvent): void {
    if (!isPrimary) return;
    for (const [pointer, type] of this.#pointersDown)
      if (type === pointerType) this.#pointersDown.delete(pointer);
    const active = this.#press;
    if (active?.pointerType !== pointerType) return;
    this.#release();
    active.drag?.cancel();
  }

  /** Ends the press of a pointer that went up, and returns it. */
  #take({ pointerId }: PointerEvent): ActivePress | null {
    this.#pointersDown.delete(pointerId);
    const active = this.#press?.pointer === pointerId ? this.#press : null;
    if (active) this.#release();
    return active;
  }

  #release(): void {
    if (this.#press?.timer) clearTimeout(this.#press.timer);
    this.#press = null;
  }
}

function pressOf(event: PointerEvent, box: ShownBox): PointerPress {
  return {
    at: pointIn(box, event),
    coarse: event.pointerType === 'touch',
    alt: event.altKey,
  };
}

/** The target of a pan. */
export interface PanTarget {
  /** Moves the drawn frame to a view of the same zoom, and draws a new one when its margin is used up. */
  panTo(view: View): void;
  /** Draws the view at which the map stopped. */
  finishPan(): void;
}

/** Pans the map with the mouse, starting at a point. */
export function startPan(from: Point, camera: Camera, target: () => PanTarget | null): Drag {
  let last = from;
  function move(at: Point): void {
    target()?.panTo(camera.panned(last.x - at.x, last.y - at.y));
    last = at;
  }
  return {
    move,
    drop(at) {
      move(at);
      target()?.finishPan();
    },
    cancel: () => target()?.finishPan(),
  };
}
