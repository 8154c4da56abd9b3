import { TextInput, type TextInputProps } from './text-input.tsx';

/** The series of an Uzbek passport: two letters, in capitals whatever is typed. */
export function PassportSeriesInput(props: TextInputProps) {
  return (
    <TextInput
      maxLength={2}
      autoComplete="off"
      autoCapitalize="characters"
      {...props}
      style={{ textTransform: 'uppercase', ...props.style }}
    />
  );
}

/** The number of an Uzbek passport: seven digits. */
export function PassportNumberInput(props: TextInputProps) {
  return <TextInput inputMode="numeric" maxLength={7} autoComplete="off" {...props} />;
}
