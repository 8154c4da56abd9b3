import { Ban, Download, FileText, PencilLine, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Button,
  DescriptionList,
  Dialog,
  LinkButton,
  ReadView,
  Row,
  Skeleton,
  Stack,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { Letter, LetterDetail } from '../../contract.ts';
import { type LetterFieldValues, LetterText } from '../editor/letter-text.tsx';
import { letterDocument } from '../data/queries.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import { useLetterPages } from './use-pages.ts';
import { LetterStatusBadge } from './letter-status.tsx';
import { Subject } from './subject.ts';
import { touchTarget } from './touch-target.ts';
import { correctPath } from './paths.ts';
import { VoidDialog } from './void-dialog.tsx';

interface LetterDialogProps {
  readonly id: number;
  readonly onClose: () => void;
  /** Shows another letter in place of this one: the one that it corrects, or that corrects it. */
  readonly onShow: (id: number) => void;
}

/** A letter: its facts, text, pages and possible actions. */
export function LetterDialog({ id, onClose, onShow }: LetterDialogProps) {
  const t = useText('letters');
  const [isVoiding, setIsVoiding] = useState(false);
  const read = useRead(letterDocument, { variables: { id: String(id) }, policy: 'network-only' });
  const letter = read.data?.record;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={letter ? t('letter.title', { number: letter.number }) : t('letter.opening')}
        footer={letter ? <Actions letter={letter} onVoid={() => setIsVoiding(true)} /> : undefined}
      >
        <ReadView
          read={read}
          failed={t('letter.failed')}
          skeleton={<Skeleton shape="block" height="240px" />}
        >
          {({ record }) => (
            <Stack>
              <Facts letter={record} onShow={onShow} />
              <Sheet>
                <Subject lang={record.language}>{record.subject}</Subject>
                <LetterText body={record.body} language={record.language} values={fieldValuesOf(record)} />
              </Sheet>
            </Stack>
          )}
        </ReadView>
      </Dialog>
      {letter && isVoiding ? <VoidDialog letter={letter} onClose={() => setIsVoiding(false)} /> : null}
    </>
  );
}

/** Returns the field values of an issued letter. */
function fieldValuesOf({ number, issued_on, signatory }: Letter): LetterFieldValues {
  return {
    letter_number: number,
    letter_date: formatDate(issued_on),
    signatory_name: signatory.name,
    signatory_position: signatory.position,
  };
}

function Actions({ letter, onVoid }: { readonly letter: Letter; readonly onVoid: () => void }) {
  const t = useText('letters');
  const pages = useLetterPages();
  return (
    <>
      {letter.status === 'issued' ? (
        <Changes>
          <Button variant="ghost" icon={<Ban />} onClick={onVoid}>
            {t('letter.void')}
          </Button>
          <LinkButton variant="ghost" to={correctPath(letter)} icon={<PencilLine />}>
            {t('letter.correct')}
          </LinkButton>
        </Changes>
      ) : null}
      <Button variant="primary" icon={<Printer />} onClick={() => void pages.print(letter.file)}>
        {t('letter.print')}
      </Button>
    </>
  );
}

function Facts({ letter, onShow }: { readonly letter: LetterDetail; readonly onShow: (id: number) => void }) {
  const t = useText('letters');
  const dates = useDates();
  const reference = (other: { readonly id: number; readonly number: string }) => (
    <Reference type="button" onClick={() => onShow(Number(other.id))}>
      № {other.number}
    </Reference>
  );
  return (
    <>
      <Row $gap={14}>
        <LetterStatusBadge status={letter.status} />
        <FileLink href={letter.file.url} target="_blank" rel="noreferrer">
          <Row $gap={6}>
            <FileText size={16} />
            {t('letter.open')}
          </Row>
        </FileLink>
        <FileLink href={letter.file.url} download={letter.file.name}>
          <Row $gap={6}>
            <Download size={16} />
            {t('letter.download')}
          </Row>
        </FileLink>
      </Row>
      <DescriptionList
        items={[
          { label: t('letter.date'), value: formatDate(letter.issued_on) },
          { label: t('letter.addressee'), value: letter.addressee },
          {
            label: t('letter.application'),
            value: (
              <Link to={`/applications/${letter.application_id}/timeline`}>
                № {padId(letter.application_id)}
              </Link>
            ),
          },
          { label: t('letter.signatory'), value: `${letter.signatory.name}, ${letter.signatory.position}` },
          {
            label: t('letter.author'),
            value: letter.author
              ? `${fullName({ ...letter.author, father_name: null })}, ${dates.dateTime(letter.createdAt)}`
              : dates.dateTime(letter.createdAt),
          },
          ...(letter.replaces ? [{ label: t('letter.replaces'), value: reference(letter.replaces) }] : []),
          ...(letter.replaced_by
            ? [{ label: t('letter.replacedBy'), value: reference(letter.replaced_by) }]
            : []),
          ...(letter.void_reason === null ? [] : [{ label: t('letter.reason'), value: letter.void_reason }]),
        ]}
      />
    </>
  );
}

const Changes = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin-right: auto;
`;

const FileLink = styled.a`
  ${touchTarget}
`;

const Reference = styled.button`
  padding: 0;
  color: var(--accent);
  text-decoration: underline;
  ${touchTarget}
`;

const Sheet = styled.div`
  padding: 20px;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  background: var(--surface);
`;
