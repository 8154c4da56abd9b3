import { useId } from 'react';
import { onEnterKey } from './field.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly digits?: boolean;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

/** A field for a number or a code, without autofill and correction. */
export function TextField(props: TextFieldProps) {
  const { label, hint, value, digits = false, maxLength = 40, onChange, onEnter } = props;
  const id = useId();
  return (
    <div className="ka-field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className="ka-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        value={value}
        inputMode={digits ? 'numeric' : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onEnterKey(onEnter)}
      />
    </div>
  );
}
