import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Banner,
  Button,
  LinkButton,
  PageHeader,
  PageTitle,
  Switch,
  useFooterHeight,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { ImportReport } from '../../contract.ts';
import { ChooseStep } from '../components/transfer/choose-step.tsx';
import { ImportRows } from '../components/transfer/import-rows.tsx';
import { useImport, type ImportState } from '../components/transfer/use-import.ts';

const listPath = '/households/list';

/** Takes households in from a spreadsheet: choose the file, look at its rows, take them in, read the report. */
export function ImportPage() {
  const t = useText('households');
  const { state, choose, write, cancel, restart } = useImport();
  return (
    <>
      <PageTitle>{t('import.title')}</PageTitle>
      <PageHeader title={t('import.title')} back={{ to: listPath, label: t('menu.title') }} />
      {state.step === 'choose' || state.step === 'checking' ? (
        <ChooseStep
          checking={state.step === 'checking' ? state : null}
          onFile={(file) => void choose(file)}
          onCancel={cancel}
        />
      ) : null}
      {state.step === 'preview' || state.step === 'writing' ? (
        <PreviewStep key={state.preview.digest} state={state} onWrite={write} onRestart={restart} />
      ) : null}
      {state.step === 'done' ? <Report report={state.report} onRestart={restart} /> : null}
    </>
  );
}

interface PreviewStepProps {
  readonly state: Extract<ImportState, { step: 'preview' | 'writing' }>;
  readonly onWrite: (warnings: 'skip' | 'accept') => Promise<void>;
  readonly onRestart: () => void;
}

function PreviewStep({ state, onWrite, onRestart }: PreviewStepProps) {
  const t = useText('households');
  const [withWarnings, setWithWarnings] = useState(false);
  const foot = useFooterHeight<HTMLDivElement>();
  const { preview, file } = state;
  const count = preview.ready + (withWarnings ? preview.with_warnings : 0);
  return (
    <Sections>
      <Banner tone={preview.with_errors > 0 ? 'accepted' : 'completed'}>
        {t('import.outcome', {
          name: file.name,
          total: formatNumber(preview.total),
          ready: formatNumber(preview.ready),
          warnings: formatNumber(preview.with_warnings),
          errors: formatNumber(preview.with_errors),
        })}
      </Banner>
      <ImportRows label={t('import.rows')} rows={preview.rows} withKinds />
      <Foot ref={foot}>
        {preview.with_warnings > 0 ? (
          <Switch
            label={t('import.withWarnings')}
            hint={t('import.withWarningsHint')}
            checked={withWarnings}
            disabled={state.step === 'writing'}
            onChange={(event) => setWithWarnings(event.target.checked)}
          />
        ) : null}
        <Buttons>
          <Button onClick={onRestart} disabled={state.step === 'writing'}>
            {t('import.other')}
          </Button>
          <Button
            variant="primary"
            loading={state.step === 'writing'}
            disabled={count === 0}
            onClick={() => void onWrite(withWarnings ? 'accept' : 'skip')}
          >
            {count === 0 ? t('menu.add') : t('import.write', { count, number: formatNumber(count) })}
          </Button>
        </Buttons>
      </Foot>
    </Sections>
  );
}

interface ReportProps {
  readonly report: ImportReport;
  readonly onRestart: () => void;
}

function Report({ report: { created, skipped }, onRestart }: ReportProps) {
  const t = useText('households');
  return (
    <Sections>
      <Banner tone="completed" icon={<CircleCheck />}>
        {t('import.created', { count: created, number: formatNumber(created) })}{' '}
        {skipped.length > 0
          ? t('import.skipped', { count: skipped.length, number: formatNumber(skipped.length) })
          : null}
      </Banner>
      <Buttons>
        <LinkButton variant="primary" to={listPath}>
          {t('import.toList')}
        </LinkButton>
        <Button onClick={onRestart}>{t('import.again')}</Button>
      </Buttons>
      {skipped.length > 0 ? <ImportRows label={t('import.skippedRows')} rows={skipped} /> : null}
    </Sections>
  );
}

const Sections = styled.div`
  display: grid;
  gap: 16px;
  min-width: 0;
`;

const Foot = styled.div`
  position: sticky;
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
