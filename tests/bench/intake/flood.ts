import { constants, setPriority } from 'node:os';

/** The target and duration of a flood. */
export interface Flood {
  readonly url: string;
  /** A site's key. */
  readonly key: string;
  readonly connections: number;
  /** A duration, or a number of calls. */
  readonly until: { readonly seconds: number } | { readonly calls: number };
  /**
   * `mixed` alternates submissions, invalid tickets and guessed codes; `person` sends submissions of only one
   * person.
   */
  readonly kind: 'mixed' | 'person';
}

// A separate process, so that it delays no measurement: each message is a flood, each reply its number of
// calls.
process.on('message', (flood: Flood) => {
  void run(flood).then((calls) => process.send?.({ calls }));
});
// Attackers have their own machines: their work should not take processor time from the server.
setPriority(constants.priority.PRIORITY_LOW);
process.on('disconnect', () => process.exit(0));

async function run({ url, key, connections, until, kind }: Flood): Promise<number> {
  let round = 0;
  const began = performance.now();
  const isOver = () =>
    'calls' in until ? round >= until.calls : performance.now() - began > until.seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver()) {
        const [path, init] = kind === 'person' ? submissionOf(onePerson, key) : attackOf(round, key);
        round++;
        await (await fetch(`${url}/api/uz/${path}`, init)).arrayBuffer();
      }
    }),
  );
  return round;
}

/** The round whose passport number the one person has; the mixed flood does not get that far. */
const onePerson = 8_999_999;

/** Submissions with a key, with an invalid ticket, and guessed codes, alternating. */
function attackOf(round: number, key: string): [path: string, init: RequestInit] {
  if (round % 3 === 0) return submissionOf(round, key);
  if (round % 3 === 1) {
    const [path, { headers: _key, ...init }] = submissionOf(round, key);
    return [path, { ...init, headers: { ...json, 'x-komak-ticket': 'x'.repeat(43) } }];
  }
  const body = JSON.stringify({ number: round, code: 'aaaaa-aaaaa' });
  return ['intake/status', { method: 'POST', headers: json, body }];
}

const json = { 'content-type': 'application/json' };

/** An application of another person for each round, with a new idempotency key. */
function submissionOf(round: number, key: string): [path: string, init: RequestInit] {
  const citizen = {
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
    passport_series: 'AA',
    passport_number: String(1e6 + (round % 9e6)),
  };
  const body = JSON.stringify({
    citizen,
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
  });
  const headers = { ...json, 'x-komak-key': key, 'idempotency-key': crypto.randomUUID() };
  return ['intake/applications', { method: 'POST', headers, body }];
}
