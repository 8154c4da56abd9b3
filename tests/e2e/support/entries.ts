import type { EntryBody } from '#plugins/chat/contract.ts';

/** An enabled public entry of the assistant, whose names contain the mark. */
export function entryBodyOf(mark: string): EntryBody {
  return {
    uz: { name: `Savol ${mark}`, asks: '', text: 'Javob.' },
    ru: { name: `Вопрос ${mark}`, asks: '', text: 'Ответ.' },
    audience: 'public',
    path: null,
    enabled: true,
  };
}
