import { HouseholdForm } from '../components/form/household-form.tsx';

/** A new household. */
export function AddPage() {
  return <HouseholdForm record={null} />;
}
