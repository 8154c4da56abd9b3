import { History } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useCapabilities } from '#kernel/client/plugins/registry-store.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { IconButton } from '#kernel/client/ui/buttons/icon-button.tsx';
import { lazyComponent } from '#kernel/client/ui/overlays/lazy-component.ts';

/** The record whose versions are shown. */
export interface HistorySource {
  /** The plugin that owns the record; it announces the capability `<plugin>.history`. */
  readonly plugin: string;
  /** The path of its calls, such as `streets/7`. */
  readonly path: string;
  /** Called when an older version was restored, or a restore was undone. */
  readonly onRestored?: (() => void) | undefined;
}

interface HistoryButtonProps extends HistorySource {
  /** Whether only an icon is shown, as in a row of a list. */
  readonly isIcon?: boolean | undefined;
}

const dialog = lazyComponent(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** The button that opens the versions of a record; null if the server does not store them. */
export function HistoryButton({ plugin, isIcon = false, ...source }: HistoryButtonProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!useCapabilities(plugin).includes(`${plugin}.history`)) return null;
  const label = t('history.title');
  const shared = { icon: <History />, onClick: () => setOpen(true), onPointerEnter: dialog.preload };
  return (
    <>
      {isIcon ? (
        <IconButton size="small" label={label} {...shared} />
      ) : (
        <Button variant="ghost" {...shared}>
          {label}
        </Button>
      )}
      {isOpen ? <dialog.Component {...source} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
