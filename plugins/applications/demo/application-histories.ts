import { dayMs, hourMs, minuteMs } from '#kernel/domain/text/dates.ts';
import { personKey } from '#kernel/plugin-api/server.ts';
import { createTown, neighborhoodOf, random } from '#kernel/plugin-api/demo.ts';
import { employmentStatuses, type Status } from '../contract.ts';

import texts from './texts.json' with { type: 'json' };

const { messages, notes, requests, salaries, streets, tasks } = texts;

/** An admin who may be responsible in some neighbourhoods. */
export interface DemoReceiver {
  readonly id: number;
  readonly neighborhoodIds: readonly number[];
}

/** An application of the demonstration, ready to be inserted. */
export interface DemoApplication {
  readonly number: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** The number of days over which the applications arrived. */
const span = 60;

/**
 * Creates `count` applications of the last two months with their histories, oldest first; deterministic for a
 * given time.
 */
export function createHistories(
  count: number,
  given: {
    now: number;
    neighborhoodIds: readonly number[];
    receivers: readonly DemoReceiver[];
    deadlineDays: number;
  },
): DemoApplication[] {
  const next = random(20_260_521);
  const oneOf = choiceBy(next);
  // One person in seven has no documents in the register, and one in 61 is blocked; only the others apply,
  // some repeatedly.
  const applicants = createTown().filter((_, index) => index % 7 !== 3 && index % 61 !== 60);

  // The newest application is a few minutes old.
  const ages = Array.from({ length: count }, () => next() ** 1.15 * span * dayMs + 4 * minuteMs).toSorted(
    (a, b) => b - a,
  );
  return ages.map((age, number) => {
    const createdAt = given.now - age;
    const person = oneOf(applicants);
    const neighborhoodId = neighborhoodOf(person, given.neighborhoodIds);
    const reaching = given.receivers.filter((receiver) => receiver.neighborhoodIds.includes(neighborhoodId));
    const history = writeHistory({ next, now: given.now }, createdAt, finalStatusOf(age, next), reaching);
    const employment = employmentStatuses[number % employmentStatuses.length] ?? 'unemployed';
    const row = {
      number,
      neighborhood_id: neighborhoodId,
      first_name: person.first_name,
      last_name: person.last_name,
      father_name: person.father_name,
      phone: person.phone,
      birthday: person.birthday,
      passport_series: person.passport_series,
      passport_number: person.passport_number,
      personal_number: person.personal_number,
      address: `${streets[person.household % streets.length]}, ${1 + (person.household % 90)}-uy`,
      employment_status: employment,
      salary: oneOf(salaries[employment]),
      planned_assistance: oneOf(requests),
      cancel_time: iso(createdAt + given.deadlineDays * dayMs),
      created_by: reaching[0]?.id ?? given.receivers[0]?.id ?? null,
      created_at: iso(createdAt),
      search_key: personKey({
        firstName: person.first_name,
        lastName: person.last_name,
        fatherName: person.father_name,
        phone: person.phone,
        passportSeries: person.passport_series,
        passportNumber: person.passport_number,
        personalNumber: person.personal_number,
      }),
      ...history.state,
    };
    return { number, row, actions: history.actions.map((action) => ({ number, ...action })) };
  });
}

/** Writes the staff's actions on an application; leaves out steps that would be in the future. */
function writeHistory(
  { next, now }: { readonly next: () => number; readonly now: number },
  createdAt: number,
  fate: Status,
  reaching: readonly DemoReceiver[],
) {
  const between = (from: number, to: number) => from + next() * (to - from);
  const oneOf = choiceBy(next);
  const actions: Record<string, unknown>[] = [];
  const state = {
    status: 'created' as Status,
    status_at: iso(createdAt),
    status_note: null as string | null,
  };
  let receiver = reaching.length > 0 ? oneOf(reaching).id : null;
  let responsible: number | null = null;
  let at = createdAt;

  function step(after: number, action: Record<string, unknown>): boolean {
    if (receiver === null || at + after > now - minuteMs) return false;
    at += after;
    actions.push({ sender_id: receiver, ...action, created_at: iso(at) });
    return true;
  }
  function changeStatus(status: Status, after: number, note: string | null): void {
    if (!step(after, { type: 'status', status, note })) return;
    Object.assign(state, { status, status_at: iso(at), status_note: note });
    responsible ??= receiver;
  }

  if (fate === 'canceled') changeStatus('canceled', between(5 * hourMs, 3 * dayMs), oneOf(notes.canceled));
  else if (fate !== 'created') {
    changeStatus('accepted', between(20 * minuteMs, 30 * hourMs), null);
    for (let left = Math.floor(next() * 4); left > 0 && responsible !== null; left--) {
      if (next() < 0.25 && reaching.length > 1) {
        const other = oneOf(reaching).id;
        if (other === receiver) continue;
        if (!step(between(hourMs, dayMs), { type: 'forward', message: oneOf(tasks), receiver_id: other }))
          break;
        receiver = responsible = other;
      } else if (!step(between(30 * minuteMs, 2 * dayMs), { type: 'message', message: oneOf(messages) }))
        break;
    }
    if (fate !== 'accepted') changeStatus(fate, between(dayMs, 6 * dayMs), oneOf(notes[fate]));
    // A few are reopened.
    if (fate === 'rejected' && next() < 0.1)
      changeStatus('accepted', between(hourMs, 3 * dayMs), oneOf(notes.accepted));
  }
  return { actions, state: { ...state, receiver_id: responsible, updated_at: iso(at) } };
}

/** Returns functions that choose values at random. */
function choiceBy(next: () => number) {
  return <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
}

/**
 * Chooses the status in which a history ends: new applications wait, and some old ones were never answered.
 */
function finalStatusOf(age: number, next: () => number): Status {
  const chance = next();
  const shares: readonly (readonly [Status, number])[] =
    age < 2 * dayMs
      ? [['created', 0.62], ['accepted', 0.34], ['canceled', 0.04]]
      : age < 15 * dayMs
        ? [['created', 0.14], ['accepted', 0.44], ['completed', 0.3], ['rejected', 0.08], ['canceled', 0.04]]
        : [['created', 0.02], ['accepted', 0.06], ['completed', 0.72], ['rejected', 0.15], ['canceled', 0.05]]; // prettier-ignore
  let sum = 0;
  for (const [status, share] of shares) {
    sum += share;
    if (chance < sum) return status;
  }
  return 'completed';
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
