import { CircleCheck } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { PageTitle } from '#kernel/client/layout/page-title.tsx';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { LinkButton } from '#kernel/client/ui/buttons/link-button.tsx';
import { Banner } from '#kernel/client/ui/feedback/banner.tsx';
import { Switch } from '#kernel/client/ui/inputs/choice/choices.tsx';
import type { Column } from '#kernel/client/ui/data/table-model.ts';
import { PageHeader } from '#kernel/client/ui/layout/page-header.tsx';
import { useFooterHeight } from '#kernel/client/ui/layout/use-footer-height.ts';
import { ChooseStep } from './choose-step.tsx';
import { ImportRows } from './import-rows.tsx';
import type { SheetImport, SheetReport, SheetRow } from './sheet-import.ts';
import { useSheetImport, type SheetImportState } from './use-sheet-import.ts';

/**
 * Creates the page of a spreadsheet import: choose the file, check its rows, import them, read the report.
 *
 * @example export const ImportPage = sheetImportPage<ImportRow, ImportReport>({ plugin: 'households', path: 'households', … });
 */
export function sheetImportPage<Row extends SheetRow, Report extends SheetReport<Row>>(
  source: SheetImport<Row, Report>,
): ComponentType {
  const { plugin, page, useColumns, useWritten } = source;
  return function ImportPage() {
    const pluginText = useText(plugin);
    const columns = useColumns();
    const written = useWritten();
    const { state, choose, write, cancel, restart } = useSheetImport(source);
    return (
      <>
        <PageTitle>{pluginText('import.title')}</PageTitle>
        <PageHeader title={pluginText('import.title')} back={{ to: page, label: pluginText('menu.title') }} />
        {state.step === 'choose' || state.step === 'checking' ? (
          <ChooseStep
            source={source}
            checking={state.step === 'checking' ? state : null}
            onFile={(file) => void choose(file)}
            onCancel={cancel}
          />
        ) : null}
        {state.step === 'preview' || state.step === 'writing' ? (
          <PreviewStep
            key={state.preview.digest}
            plugin={plugin}
            columns={columns}
            state={state}
            onWrite={write}
            onRestart={restart}
          />
        ) : null}
        {state.step === 'done' ? (
          <ReportStep
            source={source}
            columns={columns}
            written={written(state.report)}
            skipped={state.report.skipped}
            onRestart={restart}
          />
        ) : null}
      </>
    );
  };
}

interface PreviewStepProps<Row extends SheetRow, Report extends SheetReport<Row>> {
  readonly plugin: string;
  readonly columns: readonly Column<Row>[];
  readonly state: Extract<SheetImportState<Row, Report>, { step: 'preview' | 'writing' }>;
  readonly onWrite: (warnings: 'skip' | 'accept') => Promise<void>;
  readonly onRestart: () => void;
}

function PreviewStep<Row extends SheetRow, Report extends SheetReport<Row>>({
  plugin,
  columns,
  state,
  onWrite,
  onRestart,
}: PreviewStepProps<Row, Report>) {
  const pluginText = useText(plugin);
  const [withWarnings, setWithWarnings] = useState(false);
  const footer = useFooterHeight<HTMLDivElement>();
  const { preview, file } = state;
  const count = preview.ready + (withWarnings ? preview.with_warnings : 0);
  return (
    <Sections>
      <Banner tone={preview.with_errors > 0 ? 'accepted' : 'completed'}>
        {pluginText('import.outcome', {
          name: file.name,
          total: formatNumber(preview.total),
          ready: formatNumber(preview.ready),
          warnings: formatNumber(preview.with_warnings),
          errors: formatNumber(preview.with_errors),
        })}
      </Banner>
      <ImportRows
        plugin={plugin}
        label={pluginText('import.rows')}
        rows={preview.rows}
        columns={columns}
        withKinds
      />
      <Footer ref={footer}>
        {preview.with_warnings > 0 ? (
          <Switch
            label={pluginText('import.withWarnings')}
            hint={pluginText('import.withWarningsHint')}
            checked={withWarnings}
            disabled={state.step === 'writing'}
            onChange={(event) => setWithWarnings(event.target.checked)}
          />
        ) : null}
        <Buttons>
          <Button onClick={onRestart} disabled={state.step === 'writing'}>
            {pluginText('import.other')}
          </Button>
          <Button
            variant="primary"
            loading={state.step === 'writing'}
            disabled={count === 0}
            onClick={() => void onWrite(withWarnings ? 'accept' : 'skip')}
          >
            {count === 0
              ? pluginText('import.nothing')
              : pluginText('import.write', { count, number: formatNumber(count) })}
          </Button>
        </Buttons>
      </Footer>
    </Sections>
  );
}

interface ReportStepProps<Row> {
  readonly source: { readonly plugin: string; readonly page: string };
  readonly columns: readonly Column<Row>[];
  readonly written: string;
  readonly skipped: readonly Row[];
  readonly onRestart: () => void;
}

function ReportStep<Row extends SheetRow>({
  source: { plugin, page },
  columns,
  written,
  skipped,
  onRestart,
}: ReportStepProps<Row>) {
  const pluginText = useText(plugin);
  return (
    <Sections>
      <Banner tone="completed" icon={<CircleCheck />}>
        {written}{' '}
        {skipped.length > 0
          ? pluginText('import.skipped', { count: skipped.length, number: formatNumber(skipped.length) })
          : null}
      </Banner>
      <Buttons>
        <LinkButton variant="primary" to={page}>
          {pluginText('import.toList')}
        </LinkButton>
        <Button onClick={onRestart}>{pluginText('import.importMore')}</Button>
      </Buttons>
      {skipped.length > 0 ? (
        <ImportRows
          plugin={plugin}
          label={pluginText('import.skippedRows')}
          rows={skipped}
          columns={columns}
        />
      ) : null}
    </Sections>
  );
}

const Sections = styled.div`
  display: grid;
  gap: 16px;
  min-width: 0;
`;

const Footer = styled.div`
  position: var(--bar-position);
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 24px;
  padding: 12px 0;
  background: var(--ground);

  > :last-child {
    margin-left: auto;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
`;
