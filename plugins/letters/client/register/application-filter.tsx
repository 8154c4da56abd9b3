import { SearchInput, useDebouncedText } from '#kernel/plugin-api/client.ts';

interface ApplicationFilterProps {
  readonly label: string;
  /** The id of the application, or nothing. */
  readonly value: string;
  onChange(value: string | null): void;
}

/** Narrows the register to the letters of one application, whose number is typed as it stands on paper: `№ 000 123`. */
export function ApplicationFilter({ label, value, onChange }: ApplicationFilterProps) {
  const [typed, setTyped] = useDebouncedText(value, (text) => onChange(idOf(text)));
  return (
    <SearchInput label={label} placeholder={label} inputMode="numeric" value={typed} onChange={setTyped} />
  );
}

/** The id of a typed number; null for what is none. */
function idOf(text: string): string | null {
  const digits = text.replaceAll(/[\s№#]/g, '').replace(/^0+/, '');
  return /^\d{1,15}$/.test(digits) ? digits : null;
}
