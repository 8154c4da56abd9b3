import { setTimeout as sleep } from 'node:timers/promises';
import { createPeople, random } from '#kernel/plugin-api/demo.ts';
import { employmentStatuses, type Application } from '../contract.ts';
import { applyAsCitizen } from './simulate-citizens.ts';
import texts from './texts.json' with { type: 'json' };

// `npm run demo` simulates staff and citizens: it signs in with the demo logins and works on applications
// over the API, and applies through the widget's API at `/apply`.

const { messages, notes, requests, salaries, tasks } = texts;
const origin = process.env['KOMAK_URL'] ?? `http://localhost:${process.env['PORT'] ?? 8080}`;
const base = `${origin}/api/uz`;
const password = 'komak-demo-2026';
const stopping = new AbortController();
const next = random(Date.now());
const nextPerson = createPeople(Date.now());

interface Worker {
  readonly login: string;
  readonly token: string;
  readonly neighborhoods: readonly number[];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function oneOf<Value>(values: readonly Value[]): Value {
  return values[Math.floor(next() * values.length)] as Value;
}

async function call<Result>(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Result> {
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
  const result = (await response.json()) as Result & { err?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${result.err ?? ''}`);
  return result;
}

async function signIn(login: string): Promise<Worker> {
  const { data } = await call<{ data: { token: string; admin: { neighborhoods: { id: number }[] } } }>(
    'POST',
    'admins/login',
    { body: { login, password } },
  );
  return { login, token: data.token, neighborhoods: data.admin.neighborhoods.map(({ id }) => id) };
}

/** An application of a fictional person, in one of some neighbourhoods. */
function invent(neighborhoods: readonly number[]) {
  const { first_name, last_name, father_name, phone, passport_series, passport_number, personal_number } =
    nextPerson();
  const employment = oneOf(employmentStatuses);
  return {
    citizen: {
      first_name,
      last_name,
      father_name,
      phone,
      passport_series,
      passport_number,
      personal_number,
    },
    neighborhood_id: oneOf(neighborhoods),
    employment_status: employment,
    salary: oneOf(salaries[employment]),
    planned_assistance: oneOf(requests),
  };
}

async function takeIn(worker: Worker): Promise<string> {
  const { citizen, ...rest } = invent(worker.neighborhoods);
  const made = await call<Application>('POST', 'applications', {
    token: worker.token,
    body: { ...rest, ...citizen },
  });
  return `№ ${made.id} ${citizen.last_name} ${citizen.first_name}`;
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
    print(`No Ko‘mak server with demo data answers at ${base}; start one with npm start.`);
    process.exitCode = 1;
    return;
  }
  print(`Working at ${base}; stop with Ctrl+C.`);
  for (let round = 0; !stopping.signal.aborted; round++) {
    const worker = oneOf(workers);
    const chance = next();
    // The first turn is a citizen's, then one in ten.
    const who = round === 0 || chance < 0.1 ? 'citizen' : worker.login;
    try {
      const done =
        who === 'citizen'
          ? applyAsCitizen(origin, invent, stopping.signal)
          : chance < 0.4
            ? takeIn(worker)
            : workOn(worker);
      print(`${who}: ${await done}`);
    } catch (error) {
      if (!stopping.signal.aborted) print(`${who}: ${String(error)}`);
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
