import { Pencil } from 'lucide-react';
import { useText } from '../text/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';

interface EditButtonProps {
  /** What would be changed; read aloud. */
  readonly name: string;
  readonly onEdit: () => void;
}

/** The button at the end of a row that opens its form. */
export function EditButton({ name, onEdit }: EditButtonProps) {
  const t = useText();
  return (
    <IconButton
      size="small"
      label={t('records.editOf', { name })}
      icon={<Pencil aria-hidden="true" />}
      onClick={onEdit}
    />
  );
}
