import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FieldContext } from './field-context.ts';
import { FieldNote } from './field-note.tsx';
import { useUiTexts } from '../texts/texts.tsx';
import { visuallyHidden, VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface FieldProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong; shown under the control and tied to it. */
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** How much of the room is used, such as letters typed. */
  readonly counter?: { readonly used: number; readonly max: number } | undefined;
  /** For several controls under one label (radio buttons, a date): the label names the group, not one input. */
  readonly group?: boolean | undefined;
  readonly labelHidden?: boolean | undefined;
  readonly id?: string | undefined;
}

/** A label above, a control, and a hint or an error under it. The control inside finds its id and texts by itself. */
export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  counter,
  group = false,
  labelHidden = false,
  id: ownId,
}: FieldProps) {
  const generated = useId();
  const id = ownId ?? generated;
  const hasError = error !== undefined && error !== '';
  const note = hasError ? error : hint;
  const hasNote = note !== undefined && note !== null && note !== '';
  const state = {
    id,
    labelId: `${id}-label`,
    describedBy: hasNote ? `${id}-note` : undefined,
    invalid: hasError,
    required,
  };
  return (
    <Stack>
      <Label
        as={group ? 'span' : 'label'}
        id={state.labelId}
        {...(group ? {} : { htmlFor: id })}
        $hidden={labelHidden}
      >
        {label}
        {required ? <RequiredMark /> : null}
      </Label>
      <FieldContext value={state}>{children}</FieldContext>
      {hasNote || counter ? (
        <Foot>
          <FieldNote id={`${id}-note`} tone={hasError ? 'wrong' : 'hint'}>
            {note}
          </FieldNote>
          {counter ? (
            <Counter $over={counter.used > counter.max}>
              {counter.used}/{counter.max}
            </Counter>
          ) : null}
        </Foot>
      ) : null}
    </Stack>
  );
}

function RequiredMark() {
  const texts = useUiTexts();
  return (
    <>
      <Star aria-hidden="true">*</Star>
      <VisuallyHidden>{texts.required}</VisuallyHidden>
    </>
  );
}

const Stack = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`;

const Label = styled.label<{ $hidden: boolean }>`
  align-self: flex-start;
  font-size: 13px;
  line-height: 18px;
  font-weight: 550;
  color: var(--text);
  ${({ $hidden }) => ($hidden ? visuallyHidden : '')}
`;

const Star = styled.span`
  margin-left: 3px;
  color: var(--rejected);
`;

const Foot = styled.div`
  display: flex;
  gap: var(--s3);
  font-size: 12.5px;
  line-height: 18px;
`;

const Counter = styled.span<{ $over: boolean }>`
  flex: none;
  color: ${({ $over }) => ($over ? 'var(--rejected)' : 'var(--text-3)')};
  font-variant-numeric: tabular-nums;
`;
