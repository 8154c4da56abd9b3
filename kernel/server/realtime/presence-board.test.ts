import { expect, test } from 'vitest';
import { createPresenceBoard, presenceExpiryMs } from './presence-board.ts';

const person = (id: number, writing = false) => ({ id, first_name: 'Nodira', last_name: `K${id}`, writing });
const key = 'applications.application/7';

function boardAt() {
  let now = 0;
  return { board: createPresenceBoard(() => now), pass: (ms: number) => void (now += ms) };
}

test('knows each person once, writing where they write in any window, and not the one who asks', () => {
  const { board } = boardAt();
  board.put('a', key, person(1));
  board.put('b', key, person(1, true));
  board.put('c', key, person(2));
  expect(board.peopleAt(key, 2)).toEqual([person(1, true)]);
  expect(board.peopleAt(key, 1)).toEqual([person(2)]);
  board.remove('b');
  expect(board.peopleAt(key, 2)).toEqual([person(1)]);
});

test('a socket has one thing open, and changes name both', () => {
  const { board } = boardAt();
  board.put('a', key, person(1));
  board.takeChanges();
  board.put('a', 'other/1', person(1));
  expect(board.peopleAt(key, 0)).toEqual([]);
  expect(board.takeChanges().all.toSorted()).toEqual([key, 'other/1'].toSorted());
  board.put('a', 'other/1', person(1));
  expect(board.takeChanges().all).toEqual([]);
});

test('forgets who is silent, and a node that is silent with all of its people', () => {
  const { board, pass } = boardAt();
  board.put('a', key, person(1));
  board.hear('node', [[key, [person(2)]]], true);
  pass(presenceExpiryMs);
  board.expire();
  expect(board.peopleAt(key, 0)).toHaveLength(2);
  board.put('a', key, person(1));
  board.takeChanges();
  pass(1);
  board.expire();
  expect(board.peopleAt(key, 0)).toEqual([person(1)]);
  expect(board.takeChanges().all).toEqual([key]);
  pass(presenceExpiryMs);
  board.expire();
  expect(board.peopleAt(key, 0)).toEqual([]);
});

test('takes what another node says of some things, and of all', () => {
  const { board } = boardAt();
  board.hear(
    'node',
    [
      [key, [person(1)]],
      ['other/1', [person(2)]],
    ],
    false,
  );
  board.hear('node', [[key, []]], false);
  expect(board.peopleAt(key, 0)).toEqual([]);
  expect(board.peopleAt('other/1', 0)).toEqual([person(2)]);
  board.takeChanges();
  board.hear('node', [], true);
  expect(board.peopleAt('other/1', 0)).toEqual([]);
  expect(board.takeChanges()).toEqual({ local: [], all: ['other/1'] });
});
