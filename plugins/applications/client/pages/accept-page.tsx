import { Check, CircleAlert, Send } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Button,
  type DraftHandle,
  FormBody,
  media,
  PageHeader,
  PageTitle,
  Spinner,
  Stack,
  submitOnCtrlEnter,
  useFooterHeight,
  useText,
} from '#kernel/plugin-api/client.ts';
import { PersonSection } from '../components/accept/person-section.tsx';
import { RequestSection } from '../components/accept/request-section.tsx';
import { useAcceptForm } from '../components/accept/use-accept-form.ts';
import type { AcceptValues } from '../model/accept-form.ts';
import { lastList } from '../data/pending-store.ts';

/** The form with which staff accept an application. */
export function AcceptPage() {
  const t = useText('applications');
  const { form, draft, mode, check, progress, submit, cancel, clear } = useAcceptForm();
  const sending = progress !== null;
  const footer = useFooterHeight<HTMLDivElement>();
  return (
    <Column>
      <PageTitle>{t('accept.title')}</PageTitle>
      <PageHeader
        title={t('accept.title')}
        subtitle={t('accept.subtitle')}
        back={{ to: lastList.address, label: t('detail.back') }}
      />
      <Stack as="form" noValidate onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter}>
        <FormBody submitting={sending}>
          <PersonSection form={form} mode={mode} check={check} />
          <RequestSection
            form={form}
            files={draft.files}
            onFiles={(files) => void draft.setFiles(files)}
            progress={progress}
          />
        </FormBody>
        <Footer ref={footer}>
          <State>
            {sending ? (
              t('accept.sending', { percent: Math.round((progress ?? 0) * 100) })
            ) : draft.dirty ? (
              <DraftNote draft={draft} />
            ) : null}
          </State>
          {sending ? (
            <Button key="cancel" onClick={cancel}>
              {t('accept.cancel')}
            </Button>
          ) : draft.dirty ? (
            <Button key="clear" variant="ghost" onClick={() => void clear()}>
              {t('accept.clear')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" loading={sending} icon={<Send />}>
            {t('accept.submit')}
          </Button>
        </Footer>
      </Stack>
    </Column>
  );
}

/** Shows where the draft is stored. */
function DraftNote({ draft }: { readonly draft: DraftHandle<AcceptValues> }) {
  const t = useText('applications');
  if (draft.storage === 'writing') {
    return (
      <>
        <Spinner size={14} label="" />
        {t('accept.draftSaving')}
      </>
    );
  }
  if (draft.storage === 'failed') {
    return (
      <Failure>
        <CircleAlert size={16} />
        {t('accept.draftFailed')}
      </Failure>
    );
  }
  const key = draft.value.is_sent ? 'sentWithoutResponse' : draft.restored ? 'draftRestored' : 'draftSaved';
  return (
    <>
      <Check size={16} />
      {t(`accept.${key}`)}
    </>
  );
}

const Failure = styled.span`
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--rejected);
`;

const Column = styled.div`
  max-width: 860px;
`;

const Footer = styled.div`
  position: var(--bar-position);
  bottom: 0;
  z-index: var(--z-sticky);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 10px;
  padding: 12px 0;
  background: linear-gradient(transparent, var(--ground) 12px);

  ${media.phone} {
    > button {
      flex: 1;
    }
  }
`;

const State = styled.output`
  display: flex;
  align-items: center;
  gap: 6px;
  flex: 1;
  min-height: 20px;
  color: var(--text-2);
  font-size: 13px;

  ${media.phone} {
    flex: 1 0 100%;

    &:empty {
      display: none;
    }
  }
`;
