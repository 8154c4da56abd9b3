import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useCapabilities } from '#kernel/client/plugins/registry-store.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { lazyComponent } from '#kernel/client/ui/overlays/lazy-component.ts';

/** The deleted records to show. */
export interface DeletedSource {
  /** The plugin that owns the records; it announces the capability `<plugin>.deleted`. */
  readonly plugin: string;
  /** The path of its calls, such as `neighborhoods`. */
  readonly path: string;
  /** Called after a record was restored. */
  readonly onBack: () => void;
}

const dialog = lazyComponent(async () => (await import('./deleted-dialog.tsx')).DeletedDialog);

/**
 * The button that opens the deleted records, from which one can be restored; null if the server does not store them.
 */
export function DeletedButton({ plugin, ...source }: DeletedSource) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!useCapabilities(plugin).includes(`${plugin}.deleted`)) return null;
  return (
    <>
      <Button
        variant="ghost"
        icon={<ArchiveRestore />}
        onClick={() => setOpen(true)}
        onPointerEnter={dialog.preload}
      >
        {t('history.deletedTitle')}
      </Button>
      {isOpen ? <dialog.Component {...source} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
