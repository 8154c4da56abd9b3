import type { Variables } from './object-store.ts';
import { StartupError } from './startup-error.ts';

/** OpenTelemetry's samplers, which choose the traces to record. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The collector of traces, and the sampling. */
export interface TracePlan {
  /** The endpoint for spans as OTLP over HTTP with JSON. */
  readonly url: string;
  readonly sampler: (typeof samplers)[number];
  /** The sampled share of traces that start in this process, from 0 to 1. */
  readonly share: number;
  /** Milliseconds after which finished spans are sent. */
  readonly delayMs: number;
}

const defaultDelayMs = 5000;

/** Reads OpenTelemetry's variables; null if no endpoint is set, or if traces are disabled. */
export function readTracePlan(variables: Variables): TracePlan | null {
  const url = readUrl(variables);
  const isOff =
    variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || variables['OTEL_TRACES_EXPORTER'] === 'none';
  if (url === null || isOff) return null;
  const protocol =
    variables['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ||
    variables['OTEL_EXPORTER_OTLP_PROTOCOL'] ||
    'http/json';
  if (protocol === 'grpc') {
    throw new StartupError(
      'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", but traces are sent over HTTP: set it to http/json, and the endpoint to its port (usually 4318).',
    );
  }
  const sampler = readSampler(variables['OTEL_TRACES_SAMPLER']);
  const ratio = readRatio(variables['OTEL_TRACES_SAMPLER_ARG']);
  const share = sampler.endsWith('always_off') ? 0 : sampler.endsWith('traceidratio') ? ratio : 1;
  return { url, sampler, share, delayMs: readDelay(variables['OTEL_BSP_SCHEDULE_DELAY']) };
}

function readUrl(variables: Variables): string | null {
  const own = variables['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (own) return requireUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own);
  const base = variables['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!base) return null;
  return `${requireUrl('OTEL_EXPORTER_OTLP_ENDPOINT', base).replace(/\/$/, '')}/v1/traces`;
}

function requireUrl(name: string, value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new StartupError(`${name} is "${value}", but must be an address such as http://localhost:4318.`);
}

function readSampler(value: string | undefined): TracePlan['sampler'] {
  const sampler = samplers.find((one) => one === (value || 'parentbased_always_on'));
  if (sampler) return sampler;
  throw new StartupError(`OTEL_TRACES_SAMPLER is "${value}", but must be one of ${samplers.join(', ')}.`);
}

function readRatio(value: string | undefined): number {
  const ratio = Number(value || 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new StartupError(`OTEL_TRACES_SAMPLER_ARG is "${value}", but must be a number from 0 to 1.`);
}

function readDelay(value: string | undefined): number {
  const delay = Number(value || defaultDelayMs);
  if (Number.isInteger(delay) && delay > 0 && delay <= 600_000) return delay;
  throw new StartupError(`OTEL_BSP_SCHEDULE_DELAY is "${value}", but must be a number of milliseconds.`);
}
