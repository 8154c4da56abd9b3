import { expect, test } from 'vitest';
import { strengthOf } from './strength.ts';

const about = { login: 'operator' };

test.each([
  ['', 0],
  ['a', 0],
  ['parol', 0],
  ['operator-operator', 1],
  ['Xk7#mQ2', 1],
])('%s is weak', (password, maxStrength) => {
  expect(strengthOf(password, about)).toBeLessThanOrEqual(maxStrength);
});

test.each(['qirqta-tuya-besh', 'hg4kd-p9wzt-mm2qa-x7rfe'])('%s is strong', (password) => {
  expect(strengthOf(password, about)).toBe(4);
});

test('a password that the rules reject is weak at any length', () => {
  expect(strengthOf('hg4kd-operator-mm2qa-x7rfe', about)).toBeLessThanOrEqual(1);
  expect(strengthOf('x'.repeat(200), about)).toBeLessThanOrEqual(1);
});
