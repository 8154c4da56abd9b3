import { RotateCcw } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  ReadView,
  type RecordForm,
  toast,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { Template, TemplateFormBody, TemplateVersion } from '../../contract.ts';
import { versionsDocument } from '../data/queries.ts';

interface VersionsProps {
  readonly handle: RecordForm<Template, TemplateFormBody>;
  readonly record: Template;
}

/** Every version of a template with author and time; restoring one saves it as a new version. */
export function Versions({ handle, record }: VersionsProps) {
  const t = useText('letters');
  const read = useRead(versionsDocument, { variables: { id: String(record.id) }, policy: 'network-only' });

  function restore({ uz, ru, body_uz, body_ru }: TemplateVersion): void {
    const { form } = handle;
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('uz', { name: uz.name, subject: uz.subject }, options);
    form.setValue('ru', { name: ru.name, subject: ru.subject }, options);
    form.setValue('body_uz', body_uz, options);
    form.setValue('body_ru', body_ru, options);
    toast.info(t('templates.restored'));
  }

  return (
    <Card title={t('templates.versions')}>
      <ReadView read={read} failed={t('templates.versionsFailed')}>
        {({ versions }) => (
          <List>
            {versions.map((version) => (
              <Line
                key={version.version}
                version={version}
                isCurrent={version.version === record.version}
                onRestore={() => restore(version)}
              />
            ))}
          </List>
        )}
      </ReadView>
    </Card>
  );
}

interface LineProps {
  readonly version: TemplateVersion;
  readonly isCurrent: boolean;
  readonly onRestore: () => void;
}

function Line({ version, isCurrent, onRestore }: LineProps) {
  const t = useText('letters');
  const dates = useDates();
  const name = t('templates.versionLine', { version: version.version });
  return (
    <Entry>
      <Words>
        <strong>{name}</strong>
        <span>
          {[
            dates.dateTime(version.createdAt),
            version.author && fullName({ ...version.author, father_name: null }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Words>
      {isCurrent ? (
        <Now>{t('templates.current')}</Now>
      ) : (
        <Button
          size="small"
          variant="ghost"
          icon={<RotateCcw />}
          aria-label={`${t('templates.restore')}: ${name}`}
          onClick={onRestore}
        >
          {t('templates.restore')}
        </Button>
      )}
    </Entry>
  );
}

const List = styled.ul`
  max-height: 320px;
  margin: 0;
  overflow-y: auto;
`;

const Entry = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 8px;
  padding: 6px 0;

  & + & {
    border-top: 1px solid var(--line);
  }
`;

const Words = styled.div`
  display: grid;
  min-width: 0;

  > span {
    color: var(--text-2);
    font-size: 13px;
  }
`;

const Now = styled.span`
  color: var(--text-2);
  font-size: 13px;
`;
