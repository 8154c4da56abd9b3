import { z } from 'zod';

/** Element roles that click reports name; the label of an element could contain personal data. */
export const clickTargets = [
  'button',
  'link',
  'tab',
  'option',
  'menuitem',
  'checkbox',
  'radio',
  'other',
] as const;

const traceId = z.string().regex(/^(?!0{32})[\da-f]{32}$/);
const spanId = z.string().regex(/^(?!0{16})[\da-f]{16}$/);

/** Milliseconds, at most ten minutes. */
const milliseconds = z.number().min(0).max(600_000);

/** Start, in milliseconds before the report, and duration. Relative times, since browser clocks may be wrong. */
const timing = { age: milliseconds, duration: milliseconds };

/** A browser's report of clicks and of the calls that followed, for a server that records traces. */
export const clickReportSchema = z.strictObject({
  clicks: z
    .array(
      z.strictObject({
        traceId,
        spanId,
        target: z.enum(clickTargets),
        /** The route id of the page, such as `applications.list`; null outside of pages. */
        page: z.string().max(100).nullable(),
        ...timing,
        calls: z
          .array(
            z.strictObject({
              spanId,
              method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
              /** 0 if no response came; null for a success whose exact status the browser does not report. */
              status: z.int().min(0).max(599).nullable(),
              ...timing,
            }),
          )
          .min(1)
          .max(50),
      }),
    )
    .min(1)
    .max(20),
});
export type ClickReport = z.infer<typeof clickReportSchema>;
