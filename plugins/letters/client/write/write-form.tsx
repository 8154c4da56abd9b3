import { CircleAlert, Eye, FileCheck, History } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Banner,
  ProblemBanner,
  Button,
  Card,
  Combobox,
  Field,
  FormBody,
  media,
  PageHeader,
  PageTitle,
  Row,
  Stack,
  submitOnCtrlEnter,
  TextInput,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { LetterDetail } from '../../contract.ts';
import { LazyEditor } from '../editor/lazy-editor.tsx';
import type { LetterApplication } from '../data/queries.ts';
import { LanguageField, SignatoryField, useTemplateOptions } from '../letter/letter-fields.tsx';
import { formId, useLetterForm } from './use-letter-form.ts';

interface WriteFormProps {
  readonly application: LetterApplication;
  /** The letter being corrected. */
  readonly replaced: LetterDetail | null;
}

/** The letter form: template, text and signatory; with preview and issue buttons. */
export function WriteForm({ application, replaced }: WriteFormProps) {
  const t = useText('letters');
  const handle = useLetterForm(Number(application.id), replaced);
  const { busy } = handle;
  const title = replaced ? t('write.correctTitle', { number: replaced.number }) : t('write.title');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
        subtitle={fullName({ ...application.author, father_name: null })}
        back={{
          to: `/applications/${application.id}/timeline`,
          label: t('write.application', { number: padId(Number(application.id)) }),
        }}
        actions={
          <>
            <Button icon={<Eye />} loading={busy === 'previewing'} onClick={() => void handle.preview()}>
              {t('write.preview')}
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={formId}
              icon={<FileCheck />}
              loading={busy === 'issuing'}
              onMouseDown={(event) => event.preventDefault()}
            >
              {t('write.issue')}
            </Button>
          </>
        }
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form */}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void handle.issue(event)}
        onKeyDown={submitOnCtrlEnter}
      >
        <FormBody submitting={busy === 'issuing'}>
          <Notes handle={handle} replaced={replaced} />
          <Columns>
            <Settings handle={handle} />
            <LetterText handle={handle} />
          </Columns>
        </FormBody>
      </form>
    </>
  );
}

type Handle = ReturnType<typeof useLetterForm>;

function Notes({ handle, replaced }: { readonly handle: Handle; readonly replaced: LetterDetail | null }) {
  const t = useText('letters');
  const kernel = useText();
  return (
    <>
      <ProblemBanner>
        {handle.failure ? Object.values(handle.failure.fields).join(' ') || handle.failure.text : null}
      </ProblemBanner>
      {replaced ? (
        <Banner tone="created" icon={<CircleAlert />}>
          {t('write.correctHint')}
        </Banner>
      ) : null}
      {handle.isRestored ? (
        <Row>
          <History size={16} />
          <span>{t('write.draft')}</span>
          <Button variant="ghost" size="small" onClick={handle.startOver}>
            {kernel('records.startOver')}
          </Button>
        </Row>
      ) : null}
    </>
  );
}

/** The subject and the text of the letter. */
function LetterText({ handle }: { readonly handle: Handle }) {
  const t = useText('letters');
  const { values } = handle;
  return (
    <Stack>
      <Field
        label={t('write.subject')}
        required
        error={handle.isMissing('subject') ? t('write.subjectRequired') : undefined}
      >
        <TextInput
          value={values.subject}
          lang={values.language}
          maxLength={300}
          autoComplete="off"
          onChange={(event) => handle.change({ subject: event.target.value })}
        />
      </Field>
      <Field
        group
        label={t('write.body')}
        required
        hint={t('write.hint')}
        error={handle.isMissing('body') ? t('write.empty') : undefined}
      >
        <LazyEditor
          mode="letter"
          label={t('write.body')}
          language={values.language}
          value={values.body}
          invalid={handle.isMissing('body')}
          onChange={(body) => handle.change({ body: body as typeof values.body })}
        />
      </Field>
    </Stack>
  );
}

function Settings({ handle }: { readonly handle: Handle }) {
  const t = useText('letters');
  const templates = useTemplateOptions();
  const { values } = handle;
  return (
    <Card>
      <Stack>
        <Field label={t('write.template')}>
          <Combobox
            {...templates}
            placeholder={t('write.noTemplate')}
            value={values.templateId}
            clearable
            onChange={(id) => void handle.chooseTemplate(id)}
          />
        </Field>
        <LanguageField value={values.language} onChange={handle.chooseLanguage} />
        <SignatoryField
          value={values.signatoryId}
          isMissing={handle.isMissing('signatory')}
          onChange={(signatoryId) => handle.change({ signatoryId })}
        />
      </Stack>
    </Card>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(260px, 320px) minmax(0, 1fr);
  gap: 16px;
  align-items: start;

  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }

  ${media.phone} {
    gap: 12px;
  }
`;
