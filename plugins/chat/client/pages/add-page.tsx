import { EntryForm } from '../entries/entry-form.tsx';

/** A new entry of the knowledge base. */
export function AddPage() {
  return <EntryForm record={null} />;
}
