import { afterEach, expect, test, vi } from 'vitest';
import { onPixelRatioChange } from './pixel-ratio.ts';

afterEach(() => vi.unstubAllGlobals());

test('every change of the pixel ratio is reported until the end', () => {
  const queries: { readonly text: string; readonly target: EventTarget }[] = [];
  vi.stubGlobal('matchMedia', (text: string) => {
    const target = new EventTarget();
    queries.push({ text, target });
    return target;
  });
  const listener = vi.fn<() => void>();
  function changeTo(ratio: number): void {
    vi.stubGlobal('devicePixelRatio', ratio);
    queries.at(-1)?.target.dispatchEvent(new Event('change'));
  }
  vi.stubGlobal('devicePixelRatio', 1);
  const end = onPixelRatioChange(listener);
  changeTo(2);
  changeTo(1.5);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(queries.map(({ text }) => text)).toEqual([
    '(resolution: 1dppx)',
    '(resolution: 2dppx)',
    '(resolution: 1.5dppx)',
  ]);
  end();
  changeTo(1);
  expect(listener).toHaveBeenCalledTimes(2);
});
