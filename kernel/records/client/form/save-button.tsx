import type { MouseEvent } from 'react';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';

interface SaveButtonProps {
  /** The form's id. */
  readonly form: string;
  readonly creating: boolean;
  readonly sending: boolean;
}

/** The button that saves a form and shows its saving state. */
export function SaveButton({ form, creating, sending }: SaveButtonProps) {
  const t = useText();
  return (
    <Button variant="primary" type="submit" form={form} loading={sending} onMouseDown={keepFieldFocus}>
      {t(creating ? 'records.add' : 'records.update')}
    </Button>
  );
}

/** Prevents the blur: an error message could move the button away from the pointer before the click. */
function keepFieldFocus(event: MouseEvent): void {
  event.preventDefault();
}
