import { Ban, Download, Ellipsis, FileText, Mail, PencilLine, Printer } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Card,
  ellipsis,
  IconButton,
  lazyComponent,
  LinkButton,
  Menu,
  type MenuEntry,
  ReadView,
  save,
  tabularNumbers,
  toastError,
  useRead,
  useText,
  request,
} from '#kernel/plugin-api/client.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type { Letter } from '../../contract.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import { useLetterPages } from '../letter/use-pages.ts';
import { LetterStatusBadge } from '../letter/letter-status.tsx';
import { correctPath, writePath } from '../letter/paths.ts';
import { applicationLettersDocument } from '../data/queries.ts';

const letterDialog = lazyComponent(async () => (await import('../letter/letter-dialog.tsx')).LetterDialog);
const voidDialog = lazyComponent(async () => (await import('../letter/void-dialog.tsx')).VoidDialog);

/** The letters to an application, newest first, each with its actions; and a button for a new one. */
export function LettersCard({ application }: { readonly application: ApplicationDetail }) {
  const t = useText('letters');
  const [open, setOpen] = useState<number | null>(null);
  const [voiding, setVoiding] = useState<Letter | null>(null);
  const read = useRead(applicationLettersDocument, { variables: { id: String(application.id) } });
  return (
    <Card title={t('aside.title')}>
      <ReadView read={read} failed={t('aside.failed')}>
        {({ letters: { items } }) =>
          items.length === 0 ? (
            <Nothing>{t('aside.none')}</Nothing>
          ) : (
            <List>
              {items.map((letter) => (
                <Line key={letter.id} letter={letter} onOpen={setOpen} onVoid={setVoiding} />
              ))}
            </List>
          )
        }
      </ReadView>
      <LinkButton to={writePath(Number(application.id))} icon={<Mail />}>
        {t('aside.write')}
      </LinkButton>
      {open === null ? null : (
        <letterDialog.Component key={open} id={open} onShow={setOpen} onClose={() => setOpen(null)} />
      )}
      {voiding ? <voidDialog.Component letter={voiding} onClose={() => setVoiding(null)} /> : null}
    </Card>
  );
}

interface LineProps {
  readonly letter: Letter;
  readonly onOpen: (id: number) => void;
  readonly onVoid: (letter: Letter) => void;
}

function Line({ letter, onOpen, onVoid }: LineProps) {
  const t = useText('letters');
  const entries = useEntries(letter, onOpen, onVoid);
  const title = t('letter.title', { number: letter.number });
  return (
    <Entry data-muted={letter.status === 'issued' ? undefined : true}>
      <Words>
        <Open type="button" onClick={() => onOpen(Number(letter.id))}>
          № {letter.number}
        </Open>
        <Day>{formatDate(letter.issued_on)}</Day>
        <LetterStatusBadge status={letter.status} />
        <Subject title={letter.subject}>{letter.subject}</Subject>
        {letter.replaces ? <Note>{t('aside.replaces', { number: letter.replaces.number })}</Note> : null}
        {letter.void_reason ? <Note>{letter.void_reason}</Note> : null}
      </Words>
      <Menu
        label={title}
        align="end"
        entries={entries}
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            size="small"
            label={t('aside.actions', { number: letter.number })}
            icon={<Ellipsis />}
          />
        )}
      />
    </Entry>
  );
}

function useEntries(
  letter: Letter,
  onOpen: LineProps['onOpen'],
  onVoid: LineProps['onVoid'],
): readonly MenuEntry[] {
  const t = useText('letters');
  const navigate = useNavigate();
  const pages = useLetterPages();
  async function download(): Promise<void> {
    try {
      save(await (await request(letter.file.url)).blob(), letter.file.name);
    } catch (error) {
      toastError(error);
    }
  }
  return [
    { label: t('letter.show'), icon: <FileText />, onSelect: () => onOpen(Number(letter.id)) },
    { label: t('letter.print'), icon: <Printer />, onSelect: () => void pages.print(letter.file) },
    { label: t('letter.download'), icon: <Download />, onSelect: () => void download() },
    ...(letter.status === 'issued'
      ? ([
          'separator',
          {
            label: t('letter.correct'),
            icon: <PencilLine />,
            onSelect: () => void navigate(correctPath(letter)),
          },
          { label: t('letter.void'), icon: <Ban />, danger: true, onSelect: () => onVoid(letter) },
        ] as const)
      : []),
  ];
}

const Nothing = styled.p`
  margin-bottom: 10px;
  color: var(--text-2);
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  margin: 0 0 10px;
`;

const Entry = styled.li`
  display: flex;
  align-items: flex-start;
  gap: 4px;
  padding: 8px 0;

  & + & {
    border-top: 1px solid var(--line);
  }

  &[data-muted] p {
    color: var(--text-2);
  }
`;

const Words = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  min-width: 0;
`;

const Open = styled.button`
  padding: 0;
  color: var(--accent);
  font-weight: 600;
  ${tabularNumbers}

  &:hover {
    text-decoration: underline;
  }
`;

const Day = styled.span`
  color: var(--text-2);
  font-size: 13px;
  ${tabularNumbers}
`;

const Subject = styled.p`
  flex: 1 0 100%;
  min-width: 0;
  max-width: 100%;
  ${ellipsis}
`;

const Note = styled.p`
  flex: 1 0 100%;
  color: var(--text-2);
  font-size: 13px;
  overflow-wrap: anywhere;
`;
