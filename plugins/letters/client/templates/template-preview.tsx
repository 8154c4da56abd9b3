import { Eye } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { styled } from 'styled-components';
import { Button, Card, Field, Row, Stack, TextInput, useMutate, useText } from '#kernel/plugin-api/client.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { FilledText, TemplateFormBody } from '../../contract.ts';
import { LetterText } from '../editor/letter-text.tsx';
import { Subject } from '../letter/subject.ts';

/** A template filled in for an application, in the language being edited. */
export function useTemplatePreview(form: UseFormReturn<TemplateFormBody>) {
  const [number, setNumber] = useState('');
  const [filled, setFilled] = useState<FilledText | null>(null);
  const { run, sending, error } = useMutate<FilledText>({ quiet: true });
  const requests = useRef(0);
  const id = Number(number.replace(/\D/g, ''));

  async function show(language: Language): Promise<void> {
    if (id === 0) return;
    const values = form.getValues();
    const request = ++requests.current;
    const text = await run('POST', 'letter-templates/preview', {
      application_id: id,
      language,
      subject: values[language].subject,
      body: values[`body_${language}`],
    });
    // The last one counts: another language may have been chosen in the meantime.
    if (text && request === requests.current) setFilled(text);
  }

  return {
    number,
    setNumber,
    filled,
    sending,
    error,
    canShow: id > 0,
    show,
    /** Switches the language if a preview is shown. */
    follow: (language: Language) => void (filled !== null && show(language)),
  };
}

interface TemplatePreviewProps {
  readonly preview: ReturnType<typeof useTemplatePreview>;
  readonly language: Language;
}

/** The text being written, filled in for a real application; each press of the button reads it again. */
export function TemplatePreview({ preview, language }: TemplatePreviewProps) {
  const t = useText('letters');
  const { number, setNumber, filled, sending, error, canShow, show } = preview;

  function showByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Otherwise Enter in a field would save the template.
    event.preventDefault();
    event.stopPropagation();
    void show(language);
  }

  return (
    <Card title={t('templates.preview')}>
      <Stack $gap={12}>
        <Field
          label={t('templates.application')}
          hint={t('templates.previewHint')}
          error={error ? Object.values(error.fields).join(' ') || error.text : undefined}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            onKeyDown={showByKey}
            trailing={
              <Button
                size="small"
                icon={<Eye />}
                loading={sending}
                disabled={!canShow}
                onClick={() => void show(language)}
              >
                {t('templates.show')}
              </Button>
            }
          />
        </Field>
        <Sheet aria-live="polite">
          {filled ? (
            <>
              <Subject lang={language}>{filled.subject}</Subject>
              <LetterText body={filled.body} language={language} />
            </>
          ) : (
            <Row>
              <Empty>{t('templates.previewEmpty')}</Empty>
            </Row>
          )}
        </Sheet>
      </Stack>
    </Card>
  );
}

const Sheet = styled.div`
  padding: 16px;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  background: var(--ground);
`;

const Empty = styled.p`
  color: var(--text-2);
`;
