import { Search, X } from 'lucide-react';
import { InnerButton } from '../buttons/icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useUiTexts } from '../texts/texts.tsx';

export interface SearchInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'type' | 'leading' | 'trailing'
> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is searched; read aloud. */
  readonly label: string;
}

/** A search box with a magnifier and a button that empties it. */
export function SearchInput({ value, onChange, label, placeholder, ...rest }: SearchInputProps) {
  const texts = useUiTexts();
  return (
    <TextInput
      {...rest}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? texts.search}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      leading={<Search aria-hidden="true" />}
      trailing={
        value === '' ? null : (
          <InnerButton label={texts.clear} onClick={() => onChange('')}>
            <X />
          </InnerButton>
        )
      }
    />
  );
}
