import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ApplicationCharts } from '../../../contract.ts';

export type FlowPoint = ApplicationCharts['flow'][number];

/** The box of a chart and the margins around its plot, in pixels. */
export interface FlowFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The layout of a flow chart, in pixels. */
export interface FlowPlot {
  readonly x: (index: number) => number;
  readonly y: (count: number) => number;
  readonly ticks: readonly number[];
  /** The indices of the points that get a date label. */
  readonly labels: readonly number[];
  readonly arrived: string;
  readonly completed: string;
  /** The point nearest to a position. */
  readonly nearest: (x: number) => number;
}

/** Lays out a flow; each label takes about `labelWidth` pixels. */
export function plotFlow(flow: readonly FlowPoint[], frame: FlowFrame, labelWidth: number): FlowPlot {
  const max = Math.max(1, ...flow.map(({ arrived, completed }) => Math.max(arrived, completed)));
  const y = scaleLinear([0, max], [frame.height - frame.bottom, frame.top]).nice(4);
  const from = frame.left;
  const to = frame.width - frame.right;
  const last = Math.max(1, flow.length - 1);
  const x = (index: number) => (flow.length === 1 ? (from + to) / 2 : from + ((to - from) * index) / last);
  const draw = (value: (point: FlowPoint) => number) =>
    line<FlowPoint>(
      (_, index) => x(index),
      (point) => y(value(point)),
    )([...flow]) ?? '';
  const step = Math.max(1, Math.ceil((flow.length * labelWidth) / Math.max(1, to - from)));
  return {
    x,
    y: (count) => y(count),
    ticks: y.ticks(4).filter(Number.isInteger),
    labels: flow.flatMap((_, index) => (index % step === 0 ? [index] : [])),
    arrived: draw((point) => point.arrived),
    completed: draw((point) => point.completed),
    nearest: (index) =>
      Math.min(flow.length - 1, Math.max(0, Math.round(((index - from) / Math.max(1, to - from)) * last))),
  };
}
