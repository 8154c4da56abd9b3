import { Pencil, Trash2 } from 'lucide-react';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { IconButton } from '#kernel/client/ui/buttons/icon-button.tsx';

interface EditButtonProps {
  /** The record's name, for screen readers. */
  readonly name: string;
  readonly onEdit: () => void;
}

/** The button at the end of a row that opens the record's form. */
export function EditButton({ name, onEdit }: EditButtonProps) {
  const t = useText();
  return <IconButton size="small" label={t('records.editOf', { name })} icon={<Pencil />} onClick={onEdit} />;
}

interface DeleteButtonProps {
  /** The record's name, for screen readers. */
  readonly name: string;
  readonly onDelete: () => void;
}

/** The button at the end of a row that deletes its record. */
export function DeleteButton({ name, onDelete }: DeleteButtonProps) {
  const t = useText();
  return (
    <IconButton
      size="small"
      variant="danger"
      label={t('records.deleteOf', { name })}
      icon={<Trash2 />}
      onClick={onDelete}
    />
  );
}
