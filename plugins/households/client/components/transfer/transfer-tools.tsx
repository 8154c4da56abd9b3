import { FileSpreadsheet } from 'lucide-react';
import { useCapabilities, useText } from '#kernel/client/index.ts';
import { LinkButton } from '#kernel/client/ui/index.ts';
import { ExportButton } from './export-button.tsx';

interface TransferToolsProps {
  /** What the list is asked for, as its address has it. */
  readonly query: string;
}

/** Beside the list: a spreadsheet in, a spreadsheet out, where the server can do that. */
export function TransferTools({ query }: TransferToolsProps) {
  const t = useText('households');
  const able = useCapabilities('households');
  return (
    <>
      {able.includes('households.import') ? (
        <LinkButton to="/households/import" icon={<FileSpreadsheet size={16} aria-hidden="true" />}>
          {t('import.open')}
        </LinkButton>
      ) : null}
      {able.includes('households.export') ? <ExportButton query={query} /> : null}
    </>
  );
}
