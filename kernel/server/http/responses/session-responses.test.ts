import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { WatchedSessions } from '../../services/ports.ts';
import { createSessionResponses } from './session-responses.ts';

type Listener = Parameters<WatchedSessions['onEnd']>[0];

class Response extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** Responses of sessions, and a function that ends a session. */
function sessionResponses() {
  let end: Listener = () => undefined;
  const responses = createSessionResponses({ onEnd: (listener) => void (end = listener) });
  return {
    end: (id: number, hasExpired = false) => end([id], null, hasExpired),
    add(sessionId: number): Response {
      const response = new Response();
      // Sound: no other part of a response is used.
      responses.add(sessionId, response as unknown as ServerResponse);
      return response;
    },
  };
}

test('breaks off all responses of an ended session, and of no other', () => {
  const { add, end } = sessionResponses();
  const [first, second, other, sent] = [add(1), add(1), add(2), add(1)];
  sent.emit('close');
  end(1);
  expect([first, second, other, sent].map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
});

test('sends what a session has begun before it expired', () => {
  const { add, end } = sessionResponses();
  const response = add(1);
  end(1, true);
  expect(response.destroyed).toBe(false);
  end(1);
  expect(response.destroyed).toBe(true);
});
