import type { MouseEvent } from 'react';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';

interface SaveButtonProps {
  /** The form's id. */
  readonly form: string;
  readonly creating: boolean;
  readonly sending: boolean;
}

/** The button that saves a form, and shows the state of saving. */
export function SaveButton({ form, creating, sending }: SaveButtonProps) {
  const t = useText();
  return (
    <Button variant="primary" type="submit" form={form} loading={sending} onMouseDown={keepFieldFocus}>
      {t(creating ? 'records.add' : 'records.update')}
    </Button>
  );
}

/** A field that is left says what is wrong and pushes the button away from under the pointer: the press would miss it. */
function keepFieldFocus(event: MouseEvent): void {
  event.preventDefault();
}
