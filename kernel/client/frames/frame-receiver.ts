import { z } from 'zod';
import { fromFrameSchema, namesCall, type FromFrame, type ToFrame } from '#kernel/contract/plugin/frame.ts';
import type { TokenBuckets } from '#kernel/domain/values/token-buckets.ts';
import { toRequestError } from '../data/request-error.ts';

/** Messages that a frame may send: this many at once, and as many per second. */
export const messageLimit = { burst: 60, perSecond: 60 };
/** Each load of the frame counts as this many messages, since repeated loads flood the shell too. */
export const loadCost = 20;
/** Maximum number of concurrent calls of a frame. */
export const maxCalls = 6;

type Call = Extract<FromFrame, { type: 'call' }>;

/** Handlers of a frame's messages in the shell. */
export interface FrameReceiver {
  /** The calls named in the manifest. */
  readonly calls: readonly string[];
  /** Shared by all loads of the frame, since a frame could reload itself. */
  readonly takeTokens: TokenBuckets<'frame'>;
  /** Origin of the shell. */
  readonly origin: string;
  readonly send: (method: Call['method'], path: string, body?: object) => Promise<unknown>;
  readonly post: (message: ToFrame) => void;
  readonly navigate: (path: string) => void;
  readonly setHeight: (pixels: number) => void;
  /** Called when the frame floods the shell; its messages are ignored from then on. */
  readonly stop: () => void;
}

const numbered = z.object({ type: z.literal('call'), id: z.int().nonnegative() });

/** Creates the handler of a frame's messages, which may have any shape. */
export function createFrameReceiver(receiver: FrameReceiver): (data: unknown) => void {
  const { calls, takeTokens, origin, send, post, navigate, setHeight, stop } = receiver;
  let underWay = 0;

  async function call({ id, method, path, body }: Call) {
    if (!namesCall(calls, method, path))
      return post({ type: 'failure', id, status: 0, text: 'not in calls' });
    if (underWay >= maxCalls) return post({ type: 'failure', id, status: 429, text: 'too many calls' });
    underWay++;
    try {
      post({ type: 'answer', id, body: await send(method, path, body) });
    } catch (error) {
      const { status, text } = toRequestError(error);
      post({ type: 'failure', id, status, text });
    } finally {
      underWay--;
    }
  }

  return (data) => {
    if (takeTokens('frame') > 0) return stop();
    const read = fromFrameSchema.safeParse(data);
    if (!read.success) {
      // An invalid call gets a response too.
      const { data: wrong } = numbered.safeParse(data);
      if (wrong) post({ type: 'failure', id: wrong.id, status: 0, text: 'not a call' });
      return;
    }
    const message = read.data;
    if (message.type === 'call') void call(message);
    else if (message.type === 'height') setHeight(Math.max(320, Math.ceil(message.pixels)));
    else {
      const path = pathWithin(origin, message.path);
      if (path !== null) navigate(path);
    }
  };
}

/**
 * Resolves a path like the browser; null if it leads to another site: `/\\site`, `//site` and a tab between the slashes
 * all do, and the router would load them as a full address where the browser rejects them as a path.
 */
function pathWithin(origin: string, path: string): string | null {
  const url = URL.parse(path, origin);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
