import { updateCachedQueries } from '#kernel/plugin-api/client.ts';
import type { Letter } from '../../contract.ts';
import { caseLettersDocument, letterDocument, lettersDocument } from '../queries.ts';

/** Shows a letter as it now is wherever it stands on the screen. */
export function showLetter(letter: Letter): void {
  const isIt = ({ id }: { readonly id: number }) => Number(id) === Number(letter.id);
  const replaced = (items: readonly Letter[]) => items.map((one) => (isIt(one) ? letter : one));
  updateCachedQueries(lettersDocument, ({ records }) => ({
    records: { ...records, items: replaced(records.items) },
  }));
  updateCachedQueries(caseLettersDocument, ({ letters }) => ({
    letters: { ...letters, items: replaced(letters.items) },
  }));
  updateCachedQueries(letterDocument, ({ record }) =>
    isIt(record) ? { record: { ...record, ...letter } } : null,
  );
}
