import { createContext, useContext } from 'react';

/** What a field tells the control inside it. */
export interface FieldState {
  /** The control's id, at which the label points. */
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

/** The attributes that tie a control to the field around it; the control's own ones win. */
export interface ControlAttributes {
  readonly id: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

/** Ties a control to its field, if it stands in one. */
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

/** The id of the label of the field around, for groups and listboxes. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}
