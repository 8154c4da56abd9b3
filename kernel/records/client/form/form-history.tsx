import type { FieldValues } from 'react-hook-form';
import { HistoryButton } from '../history/history-button.tsx';
import type { RecordForm } from './record-form.ts';

interface FormHistoryProps<Item, Values extends FieldValues> {
  readonly handle: RecordForm<Item, Values>;
  readonly plugin: string | undefined;
}

/** The button that opens the versions of the record of a form; a restored version is put into the fields. */
export function FormHistory<Item, Values extends FieldValues>({
  handle: { path = null, readAgain },
  plugin,
}: FormHistoryProps<Item, Values>) {
  if (plugin === undefined || path === null) return null;
  return <HistoryButton plugin={plugin} path={path} onRestored={() => void readAgain?.()} />;
}
