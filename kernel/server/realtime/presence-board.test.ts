import { expect, test } from 'vitest';
import { createPresenceBoard, presenceExpiryMs } from './presence-board.ts';

const person = (id: number, writing = false) => ({ id, first_name: 'Nodira', last_name: `K${id}`, writing });
const key = 'applications.application/7';

function boardAt() {
  let now = 0;
  return { board: createPresenceBoard(() => now), pass: (ms: number) => void (now += ms) };
}

test('lists each person once, as writing when any of their windows is', () => {
  const { board } = boardAt();
  board.put('a', key, person(1));
  board.put('b', key, person(1, true));
  board.put('c', key, person(2));
  expect(board.peopleAt(key)).toEqual([person(1, true), person(2)]);
  board.remove('b');
  expect(board.peopleAt(key)).toEqual([person(1), person(2)]);
});

test('a socket has one subject open, and a change notifies both subjects', () => {
  const { board } = boardAt();
  board.put('a', key, person(1));
  board.takeChanges();
  board.put('a', 'other/1', person(1));
  expect(board.peopleAt(key)).toEqual([]);
  expect(board.takeChanges().all.toSorted()).toEqual([key, 'other/1'].toSorted());
  board.put('a', 'other/1', person(1));
  expect(board.takeChanges().all).toEqual([]);
});

test('removes silent people, and a silent node with all of its people', () => {
  const { board, pass } = boardAt();
  board.put('a', key, person(1));
  board.putNode('node', [[key, [person(2)]]], true);
  pass(presenceExpiryMs);
  board.expire();
  expect(board.peopleAt(key)).toHaveLength(2);
  board.put('a', key, person(1));
  board.takeChanges();
  pass(1);
  board.expire();
  expect(board.peopleAt(key)).toEqual([person(1)]);
  expect(board.takeChanges().all).toEqual([key]);
  pass(presenceExpiryMs);
  board.expire();
  expect(board.peopleAt(key)).toEqual([]);
});

test('merges partial and full states of another node', () => {
  const { board } = boardAt();
  board.putNode(
    'node',
    [
      [key, [person(1)]],
      ['other/1', [person(2)]],
    ],
    false,
  );
  board.putNode('node', [[key, []]], false);
  expect(board.peopleAt(key)).toEqual([]);
  expect(board.peopleAt('other/1')).toEqual([person(2)]);
  board.takeChanges();
  board.putNode('node', [], true);
  expect(board.peopleAt('other/1')).toEqual([]);
  expect(board.takeChanges()).toEqual({ local: [], all: ['other/1'] });
});
