import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { frameMargin, movableFrame, RenderedFrame } from '../../render/camera/rendered-frame.ts';
import type { Camera, Size, View } from '../../render/camera/camera.ts';
import { onPixelRatioChange } from '../../render/canvas/pixel-ratio.ts';
import { dotsOf } from '../../render/plain/dots.ts';
import { drawScene } from '../../render/plain/draw-scene.ts';
import { listenForGestures } from '../../render/plain/gestures.ts';
import type { OverlaidPainter } from '../../render/painter/overlaid-painter.ts';
import type { CanvasHandle, CanvasProps } from './map-canvas.tsx';

/**
 * The canvases of a map without WebGL: the same shapes on a 2D canvas, without a basemap. Loaded only then.
 */
export function PlainCanvas(props: CanvasProps) {
  const { camera, ref } = props;
  const frame = useRef<HTMLDivElement>(null);
  const shapes = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  const [drawing] = useState(() => new PlainDrawing(camera));
  useImperativeHandle(ref, () => drawing, [drawing]);
  useEffect(() => {
    latest.current = props;
    drawing.setProps(props);
  });

  useEffect(() => {
    const parts = { frame: frame.current, shapes: shapes.current, overlay: overlay.current };
    const { frame: element } = parts;
    if (!element || !parts.shapes?.getContext('2d')) {
      latest.current.onLost('none');
      return undefined;
    }
    drawing.attach(parts);
    const observer = new ResizeObserver(() => drawing.resize());
    observer.observe(element);
    const ignorePixelRatio = onPixelRatioChange(() => drawing.resize());
    const stop = listenForGestures(
      element,
      camera,
      () => drawing,
      () => latest.current.doubleClickZoom,
    );
    return () => {
      stop();
      observer.disconnect();
      ignorePixelRatio();
      drawing.detach();
    };
  }, [camera, drawing]);

  return (
    <div ref={frame} className="km-canvas" style={{ inset: -frameMargin, touchAction: 'none' }}>
      <canvas ref={shapes} className="km-overlay-canvas" width={0} height={0} aria-hidden="true" />
      <canvas ref={overlay} className="km-overlay-canvas" width={0} height={0} aria-hidden="true" />
    </div>
  );
}

interface Parts {
  readonly frame: HTMLDivElement | null;
  readonly shapes: HTMLCanvasElement | null;
  readonly overlay: HTMLCanvasElement | null;
}

const nothing: Parts = { frame: null, shapes: null, overlay: null };

/** Draws at most once per frame, and not at all while the map is moved within its margin. */
class PlainDrawing implements CanvasHandle {
  readonly #camera: Camera;
  #props: CanvasProps | null = null;
  readonly #rendered = new RenderedFrame();
  #parts = nothing;
  #painter: OverlaidPainter | null = null;
  #size: Size = { width: 0, height: 0 };
  #frame = 0;
  #isReady = false;

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  setProps(props: CanvasProps): void {
    this.#props = props;
  }

  attach(parts: Parts): void {
    this.#parts = parts;
    this.#rendered.attach(movableFrame(parts.frame));
  }

  detach(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#isReady = false;
    this.#parts = nothing;
    this.#rendered.attach(null);
  }

  /** Takes the size of the page's layout; the first one makes the map ready. */
  resize(): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#parts.frame ?? {};
    const visible = (side: number) => Math.max(1, side - 2 * frameMargin);
    this.#size = { width, height };
    this.#camera.set(this.#camera.view, { width: visible(width), height: visible(height) });
    const props = this.#props;
    props?.onMove();
    props?.onResize();
    this.#redraw();
    if (this.#isReady) return;
    this.#isReady = true;
    props?.onReady();
  }

  paint(painter: OverlaidPainter): void {
    this.#painter = painter;
    this.#redraw();
  }

  drawInteraction(): void {
    const { overlay } = this.#parts;
    const { view } = this.#rendered;
    if (overlay && view && this.#size.width > 0)
      this.#props?.onDrawInteraction({
        canvas: overlay,
        view,
        size: this.#size,
        shift: this.#rendered.shift,
      });
  }

  setView(view: View): void {
    this.#camera.set(view);
    this.#redraw();
    this.#props?.onMove();
  }

  panTo(view: View): void {
    this.#camera.set(view);
    if (!this.#rendered.panTo(view)) this.setView(view);
  }

  finishPan(): void {
    this.#rendered.rest();
    const { view } = this.#camera;
    if (!this.#rendered.shows(view, devicePixelRatio)) return this.setView(view);
    this.drawInteraction();
    this.#props?.onMove();
  }

  #redraw(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const { shapes } = this.#parts;
    const { view } = this.#camera;
    if (!shapes || this.#size.width === 0) return;
    this.#rendered.commit(view, view);
    if (this.#painter) {
      const overlay = dotsOf(this.#painter.overlayLayers());
      drawScene({ canvas: shapes, view, size: this.#size, shift: [0, 0] }, this.#painter.scene(), overlay);
    }
    this.drawInteraction();
  }
}
