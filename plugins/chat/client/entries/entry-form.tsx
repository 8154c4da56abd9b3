import { styled } from 'styled-components';
import {
  Banner,
  Button,
  Card,
  Field,
  media,
  RadioField,
  RecordPageForm,
  Stack,
  Switch,
  TextInput,
  useName,
  useNameFacts,
  useNavigateIfCurrent,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import { audiences, entry as entryRecord, type Entry, type EntryBody } from '../../contract.ts';
import { documents } from '../data/queries.ts';
import { EntryTexts } from './entry-texts.tsx';
import { listPath } from './paths.ts';
import { useEntryActions } from './use-entry-actions.ts';

interface EntryFormProps {
  /** `null` for a new one. */
  readonly record: Entry | null;
}

const nothing = { name: '', asks: '', text: '' };

/** Adds or changes an entry of the knowledge base. */
export function EntryForm({ record }: EntryFormProps) {
  const t = useText('chat');
  const nameOf = useName();
  const toList = useNavigateIfCurrent(listPath);
  const actions = useEntryActions();
  const nameFacts = useNameFacts(t('entries.name'));
  const handle = useEntryRecord(record, toList);
  const { register } = handle.form;
  return (
    <RecordPageForm
      handle={handle}
      title={record ? nameOf(record) : t('entries.addTitle')}
      back={{ to: listPath, label: t('menu.entries') }}
      facts={(values) => [
        ...nameFacts(values),
        { label: t('entries.audience'), text: t(`entries.audiences.${values.audience}`) },
      ]}
      onDelete={record && record.shipped === null ? () => void actions.remove(record, toList) : undefined}
    >
      {record?.changed ? (
        <Banner
          tone="created"
          action={
            <Button size="small" onClick={() => void actions.reset(record, toList)}>
              {t('entries.reset')}
            </Button>
          }
        >
          {t('entries.changedNote')}
        </Banner>
      ) : null}
      <Columns>
        <Card>
          <EntryTexts handle={handle} />
        </Card>
        <Card>
          <Stack $gap={20}>
            <RadioField
              handle={handle}
              name="audience"
              label={t('entries.audience')}
              options={audiences.map((value) => ({ value, label: t(`entries.audiences.${value}`) }))}
            />
            <Field label={t('entries.path')} hint={t('entries.pathHint')} error={handle.problem('path')}>
              <TextInput {...register('path')} maxLength={300} autoComplete="off" spellCheck={false} />
            </Field>
            <Switch label={t('entries.enabled')} hint={t('entries.enabledHint')} {...register('enabled')} />
          </Stack>
        </Card>
      </Columns>
    </RecordPageForm>
  );
}

/** Binds the form to the entry. */
function useEntryRecord(record: Entry | null, onDone: () => void) {
  const t = useText('chat');
  return useRecordForm<Entry, EntryBody, EntryBody>({
    name: entryRecord.prefixes.list,
    path: entryRecord.path,
    record,
    schema: entryRecord.bodySchema,
    valuesOf: (entry) => ({
      uz: { ...nothing, ...(entry && { name: entry.uz.name, asks: entry.uz.asks, text: entry.uz.text }) },
      ru: { ...nothing, ...(entry && { name: entry.ru.name, asks: entry.ru.asks, text: entry.ru.text }) },
      audience: entry?.audience ?? 'staff',
      path: entry?.path ?? '',
      enabled: entry?.enabled ?? true,
    }),
    bodyOf: (values) => ({ ...values, path: values.path === '' ? null : values.path }),
    required: {
      'uz.name': t('entries.nameRequired'),
      'ru.name': t('entries.nameRequired'),
      'uz.text': t('entries.textRequired'),
      'ru.text': t('entries.textRequired'),
    },
    saved: (_, created) => t(created ? 'entries.added' : 'entries.updated'),
    documents: [documents.page],
    onDone,
  });
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(260px, 340px);
  gap: 16px;
  align-items: start;

  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }

  ${media.phone} {
    gap: 12px;
  }
`;
