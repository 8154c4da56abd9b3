/** Returns a new id of the given number of bytes, in hex; outside secure contexts `randomUUID` is missing. */
export function newId(bytes: 8 | 16): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether a trace is among the share that is recorded. By the rule of OpenTelemetry's `TraceIdRatioBasedSampler`, so that browser
 * and server decide alike.
 */
export function isSampled(traceId: string, share: number): boolean {
  if (share >= 1) return true;
  let folded = 0;
  for (let at = 0; at < 32; at += 8) folded ^= Number.parseInt(traceId.slice(at, at + 8), 16);
  return folded >>> 0 < Math.floor(share * 0xff_ff_ff_ff);
}

/** The header by which a call names the span that it belongs to. */
export function traceparent(traceId: string, spanId: string, sampled: boolean): string {
  return `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
}
