import { setTimeout as sleep } from 'node:timers/promises';
import { familyNames } from '#kernel/devtools/demo/names.ts';
import type { ApiResponse, ApiClient } from '#kernel/testing/api.ts';
import type { Action, Application, ApplicationPage } from '#plugins/applications/contract.ts';
import type { Person } from './city.ts';
import type { CallCounts } from './call-counts.ts';

/** The shared state of all users, and their results. */
export interface LoadRun {
  readonly counts: CallCounts;
  /** Returns a random number from 0 to 1, reproducibly. */
  readonly next: () => number;
  readonly picture: Buffer;
  /** The neighbourhood of each created application. */
  readonly created: Map<number, number>;
  /** When each of them was sent, in milliseconds of `performance.now()`. */
  readonly sent: Map<number, number>;
  /** When the run ends, in milliseconds of `performance.now()`. */
  readonly endsAt: number;
}

/** A simulated user: the applications on their page, and those that only they change. */
export interface Worker {
  readonly person: Person;
  readonly api: ApiClient;
  readonly run: LoadRun;
  seen: readonly number[];
  readonly own: { readonly id: number; status: string }[];
}

type UserAction = (worker: Worker) => Promise<unknown>;

/** The actions of users, with their percentages. */
export const actions: readonly { readonly weight: number; readonly perform: UserAction }[] = [
  { weight: 34, perform: readList },
  { weight: 24, perform: readDetail },
  { weight: 5, perform: createApplication },
  { weight: 8, perform: changeStatus },
  { weight: 8, perform: (worker) => sendMessage(worker, []) },
  { weight: 3, perform: sendPicture },
  { weight: 4, perform: readStatistics },
  { weight: 8, perform: search },
  { weight: 6, perform: readBell },
];

function oneOf<Value>({ run }: Worker, values: readonly Value[]): Value | undefined {
  return values[Math.floor(run.next() * values.length)];
}

/**
 * Makes a call and records its result; returns the body if the status is the expected one. Repeats a deferred
 * call after its retry delay.
 */
async function call<Body>(
  worker: Worker,
  { kind, expected }: { kind: string; expected: number },
  send: () => Promise<ApiResponse<Body>>,
): Promise<Body | null> {
  const { counts, endsAt } = worker.run;
  const began = performance.now();
  const response = await send().catch(() => null);
  const milliseconds = performance.now() - began;
  if (response?.status === expected) {
    counts.record(kind, milliseconds);
    return response.body;
  }
  const { code } = (response?.body ?? {}) as { code?: string };
  const isDeferred = response?.status === 503 && response.headers.has('retry-after');
  if (isDeferred) counts.record(`deferred: ${code}`, milliseconds);
  else counts.record(kind, milliseconds, response ? `${response.status} ${code}` : 'no response');
  const pause = Number(response?.headers.get('retry-after') ?? 0) * 1000 * (1 + worker.run.next() / 2);
  if (!isDeferred || performance.now() + pause > endsAt) return null;
  await sleep(pause);
  return call(worker, { kind, expected }, send);
}

async function readList(worker: Worker): Promise<void> {
  const page = 1 + Math.floor(worker.run.next() * 20);
  const query = oneOf(worker, ['', '&status=created', '&status=accepted', `&page=${page}`]);
  const path = `applications?limit=20${query}`;
  const list = await call(worker, { kind: 'list', expected: 200 }, () =>
    worker.api.get<ApplicationPage>(path),
  );
  if (list && list.items.length > 0) worker.seen = list.items.map(({ id }) => id);
}

async function readDetail(worker: Worker): Promise<unknown> {
  const id = oneOf(worker, worker.seen);
  if (id === undefined) return readList(worker);
  return call(worker, { kind: 'detail', expected: 200 }, () => worker.api.get(`applications/${id}`));
}

async function createApplication(worker: Worker): Promise<void> {
  const place = oneOf(worker, [...worker.person.reach]) ?? 1;
  const form = {
    neighborhood_id: place,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tomni taʼmirlash',
  };
  const idempotencyKey = crypto.randomUUID();
  let sent = 0;
  const created = await call(worker, { kind: 'create', expected: 201 }, () => {
    sent = performance.now();
    return worker.api.upload<Application>('applications', form, [], { idempotencyKey });
  });
  if (!created) return;
  worker.run.sent.set(created.id, sent);
  worker.run.created.set(created.id, place);
  worker.own.push({ id: created.id, status: 'created' });
}

/** Changes an application that nobody else changes, so that only one status is correct. */
async function changeStatus(worker: Worker): Promise<void> {
  const one = oneOf(worker, worker.own);
  if (!one) return createApplication(worker);
  const step =
    one.status === 'created'
      ? { status: 'accepted' }
      : { status: one.status === 'completed' ? 'rejected' : 'completed', note: 'Hujjatlar koʻrildi' };
  const path = `applications/${one.id}/actions/statuses`;
  const changed = await call(worker, { kind: 'status', expected: 201 }, () => worker.api.post(path, step));
  if (changed) one.status = step.status;
}

async function sendMessage(
  worker: Worker,
  files: readonly { name: string; type: string; content: Buffer }[],
): Promise<Action | null> {
  const id = oneOf(worker, worker.seen);
  if (id === undefined) {
    await readList(worker);
    return null;
  }
  const path = `applications/${id}/actions/messages`;
  return call(worker, { kind: files.length > 0 ? 'file up' : 'message', expected: 201 }, () =>
    worker.api.upload<Action>(path, { message: 'Hujjatlarni olib keling' }, files),
  );
}

async function sendPicture(worker: Worker): Promise<void> {
  const picture = { name: 'rasm.jpg', type: 'image/jpeg', content: worker.run.picture };
  const [file] = (await sendMessage(worker, [picture]))?.files ?? [];
  if (file) await call(worker, { kind: 'file down', expected: 200 }, () => worker.api.get(file.url));
}

async function readStatistics(worker: Worker): Promise<unknown> {
  if (!worker.person.isHead) return readList(worker);
  const path = 'stats/application-stats?timeFilter=month';
  return call(worker, { kind: 'statistics', expected: 200 }, () => worker.api.get(path));
}

async function search(worker: Worker): Promise<unknown> {
  const text = (oneOf(worker, familyNames) ?? '').slice(0, 5);
  const path = `search?q=${encodeURIComponent(text)}`;
  return call(worker, { kind: 'search', expected: 200 }, () => worker.api.get(path));
}

async function readBell(worker: Worker): Promise<unknown> {
  return call(worker, { kind: 'bell', expected: 200 }, () => worker.api.get('notifications?limit=20'));
}
