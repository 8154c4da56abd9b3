import type { Point } from '../render/camera/camera.ts';

/** What a press and its pointer say about themselves. */
export interface Press {
  readonly at: Point;
  /** A finger is less exact than a mouse. */
  readonly coarse: boolean;
  readonly alt: boolean;
}

/** Something held by a pointer: it follows, and is put down or given up. */
export interface Drag {
  move(at: Point): void;
  drop(at: Point): void;
  cancel(): void;
}

/** What a pointer does on the map; the tool in the hand decides. */
export interface Tools {
  /** What was pressed and can be dragged; null lets the map be panned. */
  grab(press: Press): Drag | null;
  click(press: Press): void;
  /** The pointer went here without a button; answers the cursor to show. */
  hover(press: Press): string;
  /** A finger rested on a place. */
  hold(press: Press): boolean;
  leave(): void;
}

/** How far a click may slip, and how long a finger rests for a long press. */
const slip = { fine: 3, coarse: 10 } as const;
const rest = 550;

interface Pressed {
  readonly pointer: number;
  readonly press: Press;
  readonly drag: Drag | null;
  /** The map is what is dragged. */
  readonly pans: boolean;
  readonly began: number;
  moved: boolean;
  held: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Begins to move the map from a point. */
export type Pan = (from: Point) => Drag;

/**
 * Listens to pointers before the map does: what is grabbed here never reaches the map, so that it does not pan under
 * a dragged vertex. A mouse pans by `pan`; fingers leave that to the map, since a second one may join. Everything else
 * zooms as ever. Answers how to stop.
 */
export function listen(area: HTMLElement, tools: () => Tools, pan: Pan): () => void {
  const down = new Set<number>();
  let pressed: Pressed | null = null;
  let frame = 0;

  function pressOf(event: PointerEvent): Press {
    const box = area.getBoundingClientRect();
    return {
      at: { x: event.clientX - box.left, y: event.clientY - box.top },
      coarse: event.pointerType === 'touch',
      alt: event.altKey,
    };
  }

  function forget(): void {
    if (pressed?.timer) clearTimeout(pressed.timer);
    pressed = null;
  }

  function onDown(event: PointerEvent): void {
    down.add(event.pointerId);
    if (pressed || down.size > 1 || event.button !== 0) {
      // A second finger: this is a pinch and no click; what was held goes back.
      if (pressed && down.size > 1) {
        pressed.moved = true;
        if (!pressed.drag) forget();
      }
      return;
    }
    const press = pressOf(event);
    const grabbed = tools().grab(press);
    const drag = grabbed ?? (press.coarse ? null : pan(press.at));
    pressed = {
      pointer: event.pointerId,
      press,
      drag,
      pans: grabbed === null,
      began: event.timeStamp,
      moved: false,
      held: false,
      timer: null,
    };
    if (press.coarse) pressed.timer = setTimeout(() => rested(press), rest);
    // The map hears of a press that may be the first half of a double-click.
    if (!grabbed) return;
    event.stopPropagation();
    event.preventDefault();
    area.setPointerCapture(event.pointerId);
    area.focus({ preventScroll: true });
  }

  function rested(press: Press): void {
    if (!pressed || pressed.moved || !press.coarse) return;
    pressed.held = tools().hold(press);
    if (pressed.held) pressed.drag?.cancel();
  }

  function onMove(event: PointerEvent): void {
    if (!pressed) {
      if (event.pointerType === 'touch' || down.size > 0) return;
      cancelAnimationFrame(frame);
      const press = pressOf(event);
      frame = requestAnimationFrame(() => (area.style.cursor = tools().hover(press)));
      return;
    }
    if (event.pointerId !== pressed.pointer) return;
    const { at, coarse } = pressOf(event);
    const far = Math.hypot(at.x - pressed.press.at.x, at.y - pressed.press.at.y);
    if (far > (coarse ? slip.coarse : slip.fine) && !pressed.moved) begin(pressed);
    if (!pressed.drag) return;
    event.stopPropagation();
    if (pressed.moved && !pressed.held) pressed.drag.move(at);
  }

  function begin(held: Pressed): void {
    held.moved = true;
    if (!held.drag || !held.pans) return;
    area.setPointerCapture(held.pointer);
    area.style.cursor = 'grabbing';
  }

  function onUp(event: PointerEvent): void {
    down.delete(event.pointerId);
    if (pressed?.pointer !== event.pointerId) return;
    const { drag, pans, moved, held, press } = pressed;
    forget();
    const { at } = pressOf(event);
    if (drag && !pans) event.stopPropagation();
    if (pans) area.style.cursor = '';
    if (held) return;
    if (moved) drag?.drop(at);
    else {
      drag?.cancel();
      tools().click(press);
    }
  }

  function onCancel(event: PointerEvent): void {
    down.delete(event.pointerId);
    if (pressed?.pointer !== event.pointerId) return;
    pressed.drag?.cancel();
    if (pressed.pans) area.style.cursor = '';
    forget();
  }

  /** A wheel would pull the map away under what is held. */
  function onWheel(event: WheelEvent): void {
    if (!pressed?.drag) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** deck.gl listens to these too, and has nothing to do with what is held here. */
  function onMouse(event: MouseEvent): void {
    if (pressed?.drag) event.stopPropagation();
  }

  const leave = () => tools().leave();
  const block = (event: Event) => event.preventDefault();
  const stop = new AbortController();
  const early = { capture: true, signal: stop.signal };
  area.addEventListener('pointerdown', onDown, early);
  area.addEventListener('pointermove', onMove, early);
  area.addEventListener('mousemove', onMouse, early);
  area.addEventListener('wheel', onWheel, { ...early, passive: false });
  // A button may be let go anywhere.
  window.addEventListener('pointerup', onUp, early);
  window.addEventListener('pointercancel', onCancel, early);
  area.addEventListener('pointerleave', leave, { signal: stop.signal });
  area.addEventListener('contextmenu', block, { signal: stop.signal });
  return () => {
    cancelAnimationFrame(frame);
    forget();
    stop.abort();
  };
}
