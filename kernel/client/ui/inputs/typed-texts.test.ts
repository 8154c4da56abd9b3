import { describe, expect, test } from 'vitest';
import { TypedTexts } from './typed-texts.ts';

describe('a field shows', () => {
  test('what its owner sets', () => {
    const texts = new TypedTexts('');
    expect(texts.receive('Hurmatli')).toBe('Hurmatli');
    expect(texts.receive('')).toBe('');
  });

  test('what is typed, however late its owner gives it back', () => {
    const texts = new TypedTexts('Salom');
    for (const typed of ['Salom.', 'Salom. ', 'Salom. 1']) texts.report(typed);
    expect(texts.receive('Salom')).toBeNull();
    expect(texts.receive('Salom.')).toBeNull();
    // The owner has left one out: it was given the later one before it rendered.
    expect(texts.receive('Salom. 1')).toBeNull();
  });

  test('what its owner makes of what is typed', () => {
    const texts = new TypedTexts('');
    texts.report('salom');
    expect(texts.receive('SALOM')).toBe('SALOM');
    texts.report('SALOM!');
    expect(texts.receive('')).toBe('');
  });

  test('what its owner goes back to, though it was typed before', () => {
    const texts = new TypedTexts('');
    texts.report('a');
    expect(texts.receive('a')).toBeNull();
    texts.report('ab');
    expect(texts.receive('ab')).toBeNull();
    expect(texts.receive('a')).toBe('a');
  });
});
