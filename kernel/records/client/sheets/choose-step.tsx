import { Download } from 'lucide-react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { ProgressBar } from '#kernel/client/ui/feedback/progress-bar.tsx';
import { useBytes } from '#kernel/client/ui/inputs/file/bytes.ts';
import { FilePicker } from '#kernel/client/ui/inputs/file/file-picker.tsx';
import { Card } from '#kernel/client/ui/layout/card.tsx';
import type { SheetImport } from './sheet-import.ts';
import { useDownload } from './use-download.ts';

interface ChooseStepProps {
  readonly source: Pick<SheetImport<never, never>, 'plugin' | 'path' | 'limits'>;
  /** The file being checked and its upload progress; null if there is none. */
  readonly checking: { readonly file: File; readonly progress: number } | null;
  readonly onFile: (file: File) => void;
  readonly onCancel: () => void;
}

/** The first step of an import: the template, and the field for the filled-in file. */
export function ChooseStep({ source, checking, onFile, onCancel }: ChooseStepProps) {
  const { plugin, path, limits } = source;
  const pluginText = useText(plugin);
  const formatBytes = useBytes();
  return (
    <Steps>
      <TemplateCard plugin={plugin} path={path} />
      <Card>
        <Title>{pluginText('import.fileTitle')}</Title>
        {checking ? (
          <Checking>
            <span>
              {checking.progress < 1
                ? pluginText('import.sending', { name: checking.file.name })
                : pluginText('import.checking', { name: checking.file.name })}
            </span>
            <ProgressBar
              label={pluginText('import.fileTitle')}
              tone="accent"
              thick
              value={checking.progress < 1 ? checking.progress * 100 : undefined}
            />
            <Button onClick={onCancel}>{pluginText('import.cancel')}</Button>
          </Checking>
        ) : (
          <FilePicker
            files={[]}
            maxFiles={1}
            onFiles={([file]) => {
              if (file) onFile(file);
            }}
            label={pluginText('import.pick')}
            hint={pluginText('import.limits', {
              count: limits.rows,
              rows: formatNumber(limits.rows),
              size: formatBytes(limits.bytes),
            })}
          />
        )}
      </Card>
    </Steps>
  );
}

/** Downloads the template in either format. */
function TemplateCard({ plugin, path }: Pick<ChooseStepProps['source'], 'plugin' | 'path'>) {
  const pluginText = useText(plugin);
  const template = useDownload({
    started: pluginText('import.templateStarted'),
    done: pluginText('import.templateDone'),
  });
  return (
    <Card>
      <Title>{pluginText('import.templateTitle')}</Title>
      <p>{pluginText('import.templateText')}</p>
      <Buttons>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            icon={<Download />}
            disabled={template.progress !== null}
            onClick={() => void template.start(`${path}/template?format=${format}`)}
          >
            {pluginText(`import.template.${format}`)}
          </Button>
        ))}
      </Buttons>
    </Card>
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
