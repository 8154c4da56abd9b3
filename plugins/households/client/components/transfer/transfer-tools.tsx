import { FileSpreadsheet } from 'lucide-react';
import { ExportMenu, LinkButton, useCapabilities, useText } from '#kernel/plugin-api/client.ts';

interface TransferToolsProps {
  /** The query of the list, as in its address. */
  readonly query: string;
}

/** Beside the list: a spreadsheet in, a spreadsheet out, where the server can do that. */
export function TransferTools({ query }: TransferToolsProps) {
  const t = useText('households');
  const able = useCapabilities('households');
  return (
    <>
      {able.includes('households.import') ? (
        <LinkButton to="/households/import" icon={<FileSpreadsheet />}>
          {t('import.open')}
        </LinkButton>
      ) : null}
      {able.includes('households.export') ? <ExportMenu path="households/export" query={query} /> : null}
    </>
  );
}
