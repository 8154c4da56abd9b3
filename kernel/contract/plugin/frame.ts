import { z } from 'zod';

/** The first message to a page in a frame, sent again when it changes. */
export interface FrameState {
  /** Key of the route, its path with parameters filled in, and those parameters. */
  readonly page: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly language: string;
  readonly theme: 'light' | 'dark';
  /** The kernel's design tokens (colours, sizes) by CSS custom property. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The plugin's own texts in the current language. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/** A message from the shell to a page in a frame. */
export type ToFrame =
  | { readonly type: 'state'; readonly state: FrameState }
  | { readonly type: 'answer'; readonly id: number; readonly body: unknown }
  | {
      readonly type: 'failure';
      readonly id: number;
      /** HTTP status of the response; 0 if the call was not sent. */
      readonly status: number;
      readonly text: string;
    };

/** The schema of a message from a page in a frame to the shell; other messages are ignored. */
export const fromFrameSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: z.int().nonnegative(),
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    path: z
      .string()
      .max(2000)
      .regex(/^[\w\-/]+(\?[^#]*)?$/),
    body: z.record(z.string(), z.unknown()).optional(),
  }),
  z.strictObject({ type: z.literal('navigate'), path: z.string().max(2000).startsWith('/') }),
  z.strictObject({ type: z.literal('height'), pixels: z.number().min(0).max(100_000) }),
]);
export type FromFrame = z.infer<typeof fromFrameSchema>;

/**
 * Whether `calls` of a manifest include a call: `GET applications/:id` includes `GET applications/7`, with any query.
 */
export function namesCall(calls: readonly string[], method: string, path: string): boolean {
  const [plain = ''] = path.split('?', 1);
  const given = plain.split('/');
  return calls.some((call) => {
    const [allowedMethod, pattern = ''] = call.split(' ');
    const parts = pattern.split('/');
    return (
      allowedMethod === method &&
      parts.length === given.length &&
      parts.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
    );
  });
}
