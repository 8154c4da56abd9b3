import { z } from 'zod';

/** Kinds of elements whose clicks are reported; the name of an element could contain personal data. */
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

/** Milliseconds, of no more than ten minutes. */
const milliseconds = z.number().min(0).max(600_000);

/** When something began, in milliseconds before the report, and how long it took: clocks of browsers may be wrong. */
const timing = { age: milliseconds, duration: milliseconds };

/** A browser's report to a server that records traces: clicks, and the calls that followed from them. */
export const clickReportSchema = z.strictObject({
  clicks: z
    .array(
      z.strictObject({
        traceId,
        spanId,
        target: z.enum(clickTargets),
        /** The id of the page, such as `applications.list`; null where the click was on none. */
        page: z.string().max(100).nullable(),
        ...timing,
        calls: z
          .array(
            z.strictObject({
              spanId,
              method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
              /** 0 where no response came; null where it was a success that the browser tells nothing else of. */
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
