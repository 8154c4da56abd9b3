import { expect, test } from 'vitest';
import { pageWindow } from './pagination.tsx';

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [2, 20, [1, 2, 3, 4, 5]],
  [3, 20, [1, 2, 3, 4, 5]],
  [4, 20, [2, 3, 4, 5, 6]],
  [10, 20, [8, 9, 10, 11, 12]],
  [18, 20, [16, 17, 18, 19, 20]],
  [19, 20, [16, 17, 18, 19, 20]],
  [20, 20, [16, 17, 18, 19, 20]],
  [99, 20, [16, 17, 18, 19, 20]],
  [-3, 20, [1, 2, 3, 4, 5]],
  [4, 5, [1, 2, 3, 4, 5]],
])('page %i of %i shows %j', (page, total, numbers) => {
  expect(pageWindow(page, total)).toEqual(numbers);
});
