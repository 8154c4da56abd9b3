import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Card,
  media,
  RadioField,
  type RecordForm,
  RecordPageForm,
  removeRecord,
  Stack,
  Switch,
  useLanguage,
  useName,
  useNameFacts,
  useNavigateIfCurrent,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import { type Template, template, type TemplateFormBody, templateKinds } from '../../contract.ts';
import { emptyBody } from '../editor/body.ts';
import { templatesPath } from '../letter/paths.ts';
import { choicesDocument, templatesDocument } from '../data/queries.ts';
import { TemplatePreview, useTemplatePreview } from './template-preview.tsx';
import { TemplateTexts } from './template-texts.tsx';
import { Versions } from './versions.tsx';

/** The values of a template's form. */
export type TemplateValues = TemplateFormBody;

interface TemplateFormProps {
  /** `null` for a new one. */
  readonly record: Template | null;
}

/** Adds or changes a template: its texts in both languages, a preview with a real application, and its versions. */
export function TemplateForm({ record }: TemplateFormProps) {
  const t = useText('letters');
  const nameOf = useName();
  const { language } = useLanguage();
  const [shown, setShown] = useState(language);
  const toList = useNavigateIfCurrent(templatesPath);
  const nameFacts = useNameFacts(t('templates.name'));
  const handle = useTemplateRecord(record, toList);
  const preview = useTemplatePreview(handle.form);

  async function remove(former: Template): Promise<void> {
    const gone = await removeRecord({
      path: `${template.path}/${former.id}`,
      version: former.updatedAt,
      title: t('templates.deleteTitle', { name: nameOf(former) }),
      text: t('templates.deleteText'),
      done: t('templates.deleted'),
      documents: [templatesDocument, choicesDocument],
    });
    if (gone) toList();
  }

  return (
    <RecordPageForm
      handle={handle}
      title={record ? nameOf(record) : t('templates.addTitle')}
      back={{ to: templatesPath, label: t('menu.templates') }}
      facts={(values) => [
        ...nameFacts(values),
        { label: t('templates.kind'), text: t(`templates.kinds.${values.kind}`) },
        { label: t('templates.state'), text: t(`templates.states.${values.enabled}`) },
      ]}
      history="letters"
      onDelete={record ? () => void remove(record) : undefined}
    >
      <Columns>
        <Card>
          <TemplateTexts
            handle={handle}
            shown={shown}
            onShow={(next) => {
              setShown(next);
              preview.follow(next);
            }}
          />
        </Card>
        <Side>
          <Settings handle={handle} />
          <TemplatePreview preview={preview} language={shown} />
          {record ? <Versions handle={handle} record={record} /> : null}
        </Side>
      </Columns>
    </RecordPageForm>
  );
}

/** Binds the form to the template. */
function useTemplateRecord(record: Template | null, onDone: () => void) {
  const t = useText('letters');
  return useRecordForm<Template, TemplateValues, TemplateFormBody>({
    name: template.prefixes.list,
    path: template.path,
    record,
    schema: template.bodySchema,
    valuesOf,
    required: {
      'uz.name': t('templates.nameRequired'),
      'ru.name': t('templates.nameRequired'),
      'uz.subject': t('templates.subjectRequired'),
      'ru.subject': t('templates.subjectRequired'),
    },
    saved: (_, created) => t(created ? 'templates.added' : 'templates.updated'),
    documents: [templatesDocument, choicesDocument],
    onDone,
  });
}

function Settings({ handle }: { readonly handle: RecordForm<Template, TemplateValues> }) {
  const t = useText('letters');
  const { register } = handle.form;
  return (
    <Card>
      <Stack $gap={20}>
        <RadioField
          handle={handle}
          name="kind"
          label={t('templates.kind')}
          options={templateKinds.map((value) => ({ value, label: t(`templates.kinds.${value}`) }))}
        />
        <Switch label={t('templates.enabled')} hint={t('templates.enabledHint')} {...register('enabled')} />
      </Stack>
    </Card>
  );
}

/** The form values for a template; a new one has an empty text. */
function valuesOf(record: Template | null): TemplateValues {
  return {
    uz: { name: record?.uz.name ?? '', subject: record?.uz.subject ?? '' },
    ru: { name: record?.ru.name ?? '', subject: record?.ru.subject ?? '' },
    kind: record?.kind ?? 'letter',
    enabled: record?.enabled ?? true,
    body_uz: record?.body_uz ?? emptyBody,
    body_ru: record?.body_ru ?? emptyBody,
  };
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(300px, 400px);
  gap: 16px;
  align-items: start;

  @media (max-width: 1179px) {
    grid-template-columns: minmax(0, 1fr);
  }

  ${media.phone} {
    gap: 12px;
  }
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
  min-width: 0;
`;
