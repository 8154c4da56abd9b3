import { setTimeout as sleep } from 'node:timers/promises';
import { createPeople, random } from '#kernel/plugin-api/demo.ts';
import { employmentStatuses, type Application } from '../contract.ts';
import texts from './texts.json' with { type: 'json' };

// `npm run demo` simulates staff: it signs in with the demo logins and works on applications over the API.

const { messages, notes, requests, salaries, tasks } = texts;
const base = `${process.env['KOMAK_URL'] ?? `http://localhost:${process.env['PORT'] ?? 8080}`}/api/uz`;
const password = 'komak-demo-2026';
const stopping = new AbortController();
const next = random(Date.now());
const nextPerson = createPeople(Date.now());

interface Worker {
  readonly login: string;
  readonly token: string;
  readonly neighborhoods: readonly number[];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function oneOf<Value>(values: readonly Value[]): Value {
  return values[Math.floor(next() * values.length)] as Value;
}

async function call<Answer>(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  const response = await fetch(`${base}/${path}`, {
    method,
    signal: stopping.signal,
    headers: {
      'accept-language': 'uz',
      ...(token ? { authorization: token } : {}),
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Answer & { err?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.err ?? ''}`);
  return answer;
}

async function signIn(login: string): Promise<Worker> {
  const { data } = await call<{ data: { token: string; admin: { neighborhoods: { id: number }[] } } }>(
    'POST',
    'admins/login',
    { body: { login, password } },
  );
  return { login, token: data.token, neighborhoods: data.admin.neighborhoods.map(({ id }) => id) };
}

async function takeIn(worker: Worker): Promise<string> {
  const person = nextPerson();
  const employment = oneOf(employmentStatuses);
  const { first_name, last_name, father_name, phone, passport_series, passport_number, personal_number } =
    person;
  const made = await call<Application>('POST', 'applications', {
    token: worker.token,
    body: {
      neighborhood_id: oneOf(worker.neighborhoods),
      employment_status: employment,
      salary: oneOf(salaries[employment]),
      planned_assistance: oneOf(requests),
      first_name,
      last_name,
      father_name,
      phone,
      passport_series,
      passport_number,
      personal_number,
    },
  });
  return `№ ${made.id} ${last_name} ${first_name}`;
}

async function workOn(worker: Worker): Promise<string> {
  const { items } = await call<{ items: Application[] }>('GET', 'applications?limit=30', {
    token: worker.token,
  });
  const chosen = items[Math.floor(next() * items.length)];
  if (!chosen) return takeIn(worker);
  const actions = `applications/${chosen.id}/actions`;
  const send = (path: string, body: object) =>
    call('POST', `${actions}/${path}`, { token: worker.token, body });
  const { status } = chosen.status;
  if (status === 'created') {
    await send('statuses', { status: 'accepted' });
    return `№ ${chosen.id} → accepted`;
  }
  const chance = next();
  if (chance < 0.25 && status === 'accepted') {
    const to = next() < 0.8 ? ('completed' as const) : ('rejected' as const);
    await send('statuses', { status: to, note: oneOf(notes[to]) });
    return `№ ${chosen.id} → ${to}`;
  }
  if (chance < 0.45) {
    const path = `neighborhoods/${chosen.neighborhood_id}?include=users`;
    const { users = [] } = await call<{ users?: { id: number }[] }>('GET', path, { token: worker.token });
    if (users.length > 0) {
      await send('forwards', { message: oneOf(tasks), receiver_id: oneOf(users).id });
      return `№ ${chosen.id} ⇒`;
    }
  }
  await send('messages', { message: oneOf(messages) });
  return `№ ${chosen.id} …`;
}

async function main(): Promise<void> {
  let workers: Worker[];
  try {
    workers = await Promise.all(['operator', 'operator2'].map(signIn));
  } catch {
    say(`No Ko‘mak server with demo data answers at ${base}; start one with npm start.`);
    process.exitCode = 1;
    return;
  }
  say(`Working at ${base}; stop with Ctrl+C.`);
  while (!stopping.signal.aborted) {
    const worker = oneOf(workers);
    try {
      say(`${worker.login}: ${await (next() < 0.4 ? takeIn(worker) : workOn(worker))}`);
    } catch (error) {
      if (!stopping.signal.aborted) say(`${worker.login}: ${String(error)}`);
    }
    await sleep(1500 + next() * 3000, undefined, { signal: stopping.signal }).catch(() => {});
  }
  await Promise.allSettled(
    workers.map(({ token }) =>
      fetch(`${base}/admins/logout`, { method: 'POST', headers: { authorization: token } }),
    ),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
await main();
