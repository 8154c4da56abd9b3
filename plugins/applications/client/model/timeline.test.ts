import { describe, expect, it } from 'vitest';
import { formatDate } from '#kernel/domain/text/index.ts';
import type { Action } from '../../contract.ts';
import { countOfOthers, mergeActions, timelineOf } from './timeline.ts';

const role = { uz: { name: 'Operator' }, ru: { name: 'Оператор' } };

const viewer = { id: 1, first_name: 'Madina', last_name: 'Rahimova' };

function message(id: number, createdAt: string, sender = 1): Action {
  return {
    id,
    action_type: 'message',
    message: { message: `Xabar ${id}` },
    sender: { id: sender, first_name: 'Madina', last_name: 'Rahimova', role },
    createdAt,
    files: [],
  };
}

const created = '2026-11-19T04:14:00.000Z';

describe('the timeline', () => {
  it('begins with the day and the request', () => {
    expect(
      timelineOf({ createdAt: created, actions: [] }, viewer, formatDate).map(({ kind }) => kind),
    ).toEqual(['day', 'request']);
  });

  it("starts a new day in the city's time zone", () => {
    // 20:00 UTC is already the next day in Urganch.
    const actions = [message(1, '2026-11-19T10:00:00.000Z'), message(2, '2026-11-19T20:00:00.000Z')];
    const entries = timelineOf({ createdAt: created, actions }, null, formatDate);
    expect(entries.map((entry) => (entry.kind === 'day' ? entry.date : entry.kind))).toEqual([
      '19.11.2026',
      'request',
      'message',
      '20.11.2026',
      'message',
    ]);
  });

  it("recognizes one's own messages by the name if the server does not return one's id", () => {
    const ownOf = (last_name: string) =>
      timelineOf(
        { createdAt: created, actions: [message(1, created)] },
        { ...viewer, id: -7, last_name },
        formatDate,
      ).map((entry) => 'own' in entry && entry.own);
    expect(ownOf('Rahimova').at(-1)).toBe(true);
    expect(ownOf('Karimova').at(-1)).toBe(false);
  });

  it("joins consecutive messages of one sender, and marks one's own", () => {
    const actions = [
      message(1, '2026-11-19T10:00:00.000Z'),
      message(2, '2026-11-19T10:03:00.000Z'),
      message(3, '2026-11-19T10:04:00.000Z', 2),
      message(4, '2026-11-19T11:00:00.000Z', 2),
    ];
    const messages = timelineOf({ createdAt: created, actions }, viewer, formatDate).filter(
      ({ kind }) => kind === 'message',
    );
    expect(messages).toMatchObject([
      { own: true, continued: false },
      { own: true, continued: true },
      { own: false, continued: false },
      { own: false, continued: false },
    ]);
  });

  it('shows unknown actions as unknown', () => {
    const strange = { ...message(1, created), action_type: 'call', call: {} } as unknown as Action;
    const hollow = { ...message(2, created), message: undefined } as unknown as Action;
    const kinds = timelineOf({ createdAt: created, actions: [strange, hollow] }, viewer, formatDate).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['day', 'request', 'unknown', 'unknown']);
  });

  it('counts actions of others as new, including unknown ones', () => {
    const step = (id: number, sender: number): Action => ({
      ...message(id, created, sender),
      action_type: 'status',
      status: { status: 'completed', note: 'Bajarildi' },
    });
    const strange = { ...message(9, created, 2), action_type: 'call', call: {} } as unknown as Action;
    const countAfter = (...actions: Action[]) =>
      countOfOthers(timelineOf({ createdAt: created, actions }, viewer, formatDate));
    expect(countAfter()).toBe(0);
    expect(countAfter(message(1, created), step(2, 1))).toBe(0);
    expect(countAfter(message(1, created, 2), step(2, 2), step(3, 1), strange)).toBe(3);
  });

  it('shows the creation once', () => {
    const begun: Action = {
      ...message(1, created),
      action_type: 'status',
      status: { status: 'created', note: null },
    };
    expect(timelineOf({ createdAt: created, actions: [begun] }, viewer, formatDate)).toHaveLength(2);
  });
});

describe('a sent action', () => {
  it('is last until the server returns it', () => {
    const read = [message(1, created)];
    expect(mergeActions(read, [message(2, created)]).map(({ id }) => id)).toEqual([1, 2]);
    expect(mergeActions([...read, message(2, created)], [message(2, created)]).map(({ id }) => id)).toEqual([
      1, 2,
    ]);
  });
});
