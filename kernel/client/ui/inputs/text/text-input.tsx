import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { bareInput, controlBox } from '../field/control-style.ts';
import { useControl } from '../field/field.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { InnerButton } from '../../buttons/icon-button.tsx';
import { useText } from '../../../i18n/i18n.ts';

export interface TextInputProps extends ComponentPropsWithRef<'input'> {
  readonly invalid?: boolean | undefined;
  /** An icon or text before the input. */
  readonly leading?: ReactNode;
  /** A button or text after the input. */
  readonly trailing?: ReactNode;
}

/** A single-line text input. Accepts every attribute of `<input>`, including those of a form's `register()`. */
export function TextInput({ invalid, leading, trailing, className, style, ...rest }: TextInputProps) {
  const control = useControl({ id: rest.id, invalid, 'aria-describedby': rest['aria-describedby'] });
  return (
    <InputBox className={className} style={style}>
      {leading}
      <BareInput {...rest} {...control} />
      {trailing}
    </InputBox>
  );
}

/** The box around an input and its leading and trailing elements. */
export const InputBox = styled.span`
  ${controlBox}
  display: flex;
  align-items: center;
  gap: var(--s2);
  width: 100%;
  height: var(--control);
  padding: 0 11px;

  > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: var(--text-3);
  }

  > button {
    margin-right: -8px;
  }
`;

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trailing'> {}

/** A password input with a button that shows the password. */
export function PasswordInput({ disabled, ...rest }: PasswordInputProps) {
  const t = useText();
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
          label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
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

const BareInput = styled.input`
  ${bareInput}
`;
