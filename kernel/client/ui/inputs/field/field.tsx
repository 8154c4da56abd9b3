import { type ComponentPropsWithRef, createContext, type ReactNode, useContext, useId } from 'react';
import { styled } from 'styled-components';
import { useText } from '../../../i18n/i18n.ts';
import { visuallyHidden, VisuallyHidden } from '../../layout/visually-hidden.tsx';
import { CircleAlert } from 'lucide-react';

export interface FieldProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  /** The error, shown below the control and associated with it. */
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** The number of used units, such as typed characters, and the maximum. */
  readonly counter?: { readonly used: number; readonly max: number } | undefined;
  /** For several controls under one label (radio buttons, a date): the label names the group instead of an input. */
  readonly group?: boolean | undefined;
  readonly labelHidden?: boolean | undefined;
}

/**
 * A label above a control, and a hint or an error below it. The control inside finds its id and texts in the context.
 */
export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  counter,
  group = false,
  labelHidden = false,
}: FieldProps) {
  const id = useId();
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
        <Footer>
          <FieldNote id={`${id}-note`} tone={hasError ? 'wrong' : 'hint'}>
            {note}
          </FieldNote>
          {counter ? (
            <Counter $over={counter.used > counter.max}>
              {counter.used}/{counter.max}
            </Counter>
          ) : null}
        </Footer>
      ) : null}
    </Stack>
  );
}

function RequiredMark() {
  const t = useText();
  return (
    <>
      <Star aria-hidden="true">*</Star>
      <VisuallyHidden>{t('ui.required')}</VisuallyHidden>
    </>
  );
}

interface FieldNoteProps extends ComponentPropsWithRef<'div'> {
  /** Errors and warnings have a colour and an icon. */
  readonly tone?: 'hint' | 'unusual' | 'wrong' | undefined;
}

/** The text below a control: a hint or an error. */
export function FieldNote({ tone = 'hint', children, ...rest }: FieldNoteProps) {
  return (
    <Note {...rest} data-tone={tone}>
      {tone === 'hint' ? null : <CircleAlert size={14} />}
      {children}
    </Note>
  );
}

/** The context of a field for the control inside it. */
export interface FieldState {
  /** The id of the control, which the label references. */
  readonly id: string;
  /** The label's id, for controls that a `<label for>` cannot name. */
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

export const FieldContext = createContext<FieldState | null>(null);

interface OwnProps {
  readonly id?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/** The attributes that connect a control to its field; the control's own take precedence. */
export interface ControlAttributes {
  readonly id: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

/** Connects a control to its field, if it has one. */
export function useControl(own: OwnProps): ControlAttributes {
  const field = useContext(FieldContext);
  const invalid = own.invalid ?? field?.invalid ?? false;
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': field?.required || undefined,
  };
}

/** The id of the surrounding field's label, for groups and listboxes. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
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

const Footer = styled.div`
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

const Note = styled.div`
  display: flex;
  gap: 5px;
  flex: 1;
  min-width: 0;
  color: var(--text-2);
  font-size: 12.5px;
  line-height: 18px;

  &[data-tone='wrong'] {
    color: var(--rejected);
  }
  &[data-tone='unusual'] {
    color: var(--accepted);
  }

  svg {
    flex: none;
    margin-top: 2px;
  }
`;
