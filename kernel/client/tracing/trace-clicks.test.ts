import { ROOT_CONTEXT, SamplingDecision } from '@opentelemetry/api';
import { TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { isSampled, newId, traceparent } from './trace-clicks.ts';

test.each([0, 0.01, 0.25, 0.5, 0.999, 1])(
  'decides as the server does with a sampling ratio of %d',
  (share) => {
    const sampler = new TraceIdRatioBasedSampler(share);
    const ids = Array.from({ length: 2000 }, () => newId(16));
    const ofServer = ids.filter(
      (id) => sampler.shouldSample(ROOT_CONTEXT, id).decision === SamplingDecision.RECORD_AND_SAMPLED,
    );
    expect(ids.filter((id) => isSampled(id, share))).toEqual(ofServer);
  },
);

test('writes the header in the format of W3C', () => {
  const [trace, span] = [newId(16), newId(8)];
  expect(traceparent(trace, span, true)).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  expect(traceparent(trace, span, false)).toBe(`00-${trace}-${span}-00`);
});
