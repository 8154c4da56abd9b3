import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { InnerButton } from '../buttons/inner-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useUiTexts } from '../texts/texts.tsx';

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trailing'> {}

/** A password, which can be shown. */
export function PasswordInput({ disabled, ...rest }: PasswordInputProps) {
  const texts = useUiTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      disabled={disabled}
      type={shown ? 'text' : 'password'}
      trailing={
        <InnerButton
          label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          disabled={disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </InnerButton>
      }
    />
  );
}
