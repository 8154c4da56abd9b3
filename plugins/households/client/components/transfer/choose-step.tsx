import { Download } from 'lucide-react';
import { styled } from 'styled-components';
import { Button, Card, FilePicker, ProgressBar, useBytes, useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { importLimits, type SheetFormat } from '../../../contract.ts';
import { useDownload } from './use-download.ts';

interface ChooseStepProps {
  /** The file that is being checked, and how much of it is sent; null while none is. */
  readonly checking: { readonly file: File; readonly progress: number } | null;
  readonly onFile: (file: File) => void;
  readonly onCancel: () => void;
}

/** Where an import begins: the template to fill in, and the place to put the filled one. */
export function ChooseStep({ checking, onFile, onCancel }: ChooseStepProps) {
  const t = useText('households');
  const formatBytes = useBytes();
  const template = useDownload();
  const fetchTemplate = (format: SheetFormat) => void template.start(`households/template?format=${format}`);
  return (
    <Steps>
      <Card>
        <Title>{t('import.templateTitle')}</Title>
        <p>{t('import.templateText')}</p>
        <Buttons>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              icon={<Download />}
              disabled={template.progress !== null}
              onClick={() => fetchTemplate(format)}
            >
              {t(`import.template.${format}`)}
            </Button>
          ))}
        </Buttons>
      </Card>
      <Card>
        <Title>{t('import.fileTitle')}</Title>
        {checking ? (
          <Checking>
            <span>
              {checking.progress < 1
                ? t('import.sending', { name: checking.file.name })
                : t('import.checking', { name: checking.file.name })}
            </span>
            <ProgressBar
              label={t('import.fileTitle')}
              tone="accent"
              thick
              value={checking.progress < 1 ? checking.progress * 100 : undefined}
            />
            <Button onClick={onCancel}>{t('import.cancel')}</Button>
          </Checking>
        ) : (
          <FilePicker
            files={[]}
            onFiles={([file]) => {
              if (file) onFile(file);
            }}
            label={t('import.pick')}
            hint={t('import.limits', {
              count: importLimits.rows,
              rows: formatNumber(importLimits.rows),
              size: formatBytes(importLimits.bytes),
            })}
          />
        )}
      </Card>
    </Steps>
  );
}

const Steps = styled.div`
  display: grid;
  gap: 16px;
  max-width: 760px;
`;

const Title = styled.h2`
  margin: 0 0 6px;
  font-size: 15px;
  font-weight: 620;
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin-top: 12px;
`;

const Checking = styled.div`
  display: grid;
  justify-items: start;
  gap: 10px;
`;
