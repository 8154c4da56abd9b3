import { Search, X } from 'lucide-react';
import { InnerButton } from '../../buttons/icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useText } from '../../../i18n/i18n.ts';

export interface SearchInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'type' | 'leading' | 'trailing'
> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The accessible name of the search. */
  readonly label: string;
}

/** A search box with an icon and a clear button. */
export function SearchInput({ value, onChange, label, placeholder, ...rest }: SearchInputProps) {
  const t = useText();
  return (
    <TextInput
      {...rest}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? t('ui.search')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      leading={<Search />}
      trailing={
        value === '' ? null : (
          <InnerButton label={t('ui.clear')} onClick={() => onChange('')}>
            <X />
          </InnerButton>
        )
      }
    />
  );
}
