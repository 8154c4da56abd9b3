import { NeighborhoodForm } from '../form/neighborhood-form.tsx';

/** A new neighbourhood. */
export function AddPage() {
  return <NeighborhoodForm record={null} />;
}
