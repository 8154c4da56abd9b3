import type { Row } from './rows.ts';

const click = {
  traceId: 'a1'.repeat(16),
  spanId: 'b2'.repeat(8),
  target: 'button',
  page: 'applications.list',
  age: 20,
  duration: 10,
  calls: [{ spanId: 'c3'.repeat(8), method: 'GET', status: 200, age: 18, duration: 5 }],
};

/** The additional call of a server that records traces. */
export const traceCalls: Readonly<Record<string, Row>> = {
  'POST traces': { requires: 'signedIn', body: () => ({ clicks: [click] }) },
};
