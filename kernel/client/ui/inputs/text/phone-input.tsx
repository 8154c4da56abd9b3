import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { editPhone, formatTypedPhone, phoneDigits } from './phone-format.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';

export interface PhoneInputProps extends Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** Digits with the country code, `998901234567`; fewer while typing; empty if there is none. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
}

/** An input for an Uzbek phone number, formatted as `+998 (90) 123-45-67` while it is typed. */
export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null);
  const text = formatTypedPhone(value);

  // React moves the caret to the end if the text differs from the typed one.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const { input, at } = caret.current;
    caret.current = null;
    if (document.activeElement === input) input.setSelectionRange(at, at);
  });

  function edit(event: ChangeEvent<HTMLInputElement>): void {
    const input = event.target;
    const after = { text: input.value, caret: input.selectionStart ?? input.value.length };
    const next = editPhone(text, after, deletionOf(event.nativeEvent));
    caret.current = { input, at: next.caret };
    onChange(phoneDigits(next.text));
  }

  return (
    <TextInput
      inputMode="tel"
      autoComplete="tel"
      placeholder="+998"
      {...rest}
      type="tel"
      value={text}
      onChange={edit}
    />
  );
}

function deletionOf(event: Event): 'back' | 'forward' | null {
  if (!('inputType' in event)) return null;
  if (event.inputType === 'deleteContentBackward') return 'back';
  return event.inputType === 'deleteContentForward' ? 'forward' : null;
}
