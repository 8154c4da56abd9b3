import { styled } from 'styled-components';
import {
  Card,
  DescriptionList,
  Field,
  readSealed,
  Skeleton,
  SlotView,
  tabularNumbers,
  TextArea,
  useAdmin,
  useDates,
  useText,
  writeSealed,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, padId } from '#kernel/domain/text/index.ts';
import { applicationAside, type ApplicationDetail } from '../../../contract.ts';
import { noteNameOf } from '../../../contract/notes.ts';
import { shortName } from '../../model/names.ts';
import { usePassport } from '../shared/person-facts.tsx';
import { useState } from 'react';
import { DeadlineCard } from './deadline/deadline-card.tsx';

/** The right column: the main facts, extensions of other plugins, the user's note. */
export function DetailAside({
  application,
  isPartial,
}: {
  readonly application: ApplicationDetail;
  /** Whether the unmasked data are still loading. */
  readonly isPartial: boolean;
}) {
  const t = useText('applications');
  const dates = useDates();
  const passport = usePassport(application);
  const { receiver, author } = application;
  return (
    <Column aria-label={t('detail.quick')}>
      <Card title={t('detail.quick')}>
        <DescriptionList
          items={[
            { label: t('fields.number'), value: <Digits>{padId(application.id)}</Digits> },
            { label: t('fields.created'), value: <Digits>{dates.date(application.createdAt)}</Digits> },
            {
              label: t('fields.receiver'),
              value: receiver ? shortName(receiver) : <Nobody>{t('detail.noReceiver')}</Nobody>,
            },
            { label: t('fields.passport'), value: isPartial ? <Skeleton width={110} /> : passport },
            {
              label: t('fields.phone'),
              value: isPartial ? (
                <Skeleton width={130} />
              ) : author.phone ? (
                <a href={`tel:+${author.phone}`}>{formatPhone(author.phone)}</a>
              ) : null,
            },
          ]}
        />
      </Card>
      <DeadlineCard application={application} />
      {isPartial ? null : <SlotView slot={applicationAside} application={application} />}
      {/* Remounted when the citizen was erased, since the note was erased too. */}
      <PersonalNote key={`${author.last_name} ${author.first_name}`} applicationId={application.id} />
    </Column>
  );
}

/** The user's private note about an application. It stays in this browser, as the text below it explains. */
export function PersonalNote({ applicationId }: { readonly applicationId: number }) {
  const t = useText('applications');
  const { id: adminId } = useAdmin();
  const [text, setText] = useState(() => readNote(adminId, applicationId));
  const [saved, setSaved] = useState(false);

  function change(next: string): void {
    setText(next);
    setSaved(writeNote(adminId, applicationId, next));
  }

  return (
    <Card title={t('detail.note')}>
      <Field
        label={t('detail.note')}
        labelHidden
        hint={saved ? `${t('detail.noteSaved')}. ${t('detail.noteHint')}` : t('detail.noteHint')}
      >
        <TextArea
          rows={3}
          maxHeight={320}
          placeholder={t('detail.notePlaceholder')}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
    </Card>
  );
}

/** The admin's note about an application, in this browser; empty if there is none. */
export function readNote(adminId: number, applicationId: number): string {
  return readSealed(noteNameOf(adminId, applicationId)) ?? '';
}

/** Stores a note; deletes an empty one. Returns whether the browser stored it. */
export function writeNote(adminId: number, applicationId: number, text: string): boolean {
  return writeSealed(noteNameOf(adminId, applicationId), text.trim() === '' ? null : text);
}

const Column = styled.aside`
  display: flex;
  flex-direction: column;
  gap: 12px;
  min-width: 0;
`;

const Digits = styled.span`
  ${tabularNumbers}
`;

const Nobody = styled.span`
  color: var(--text-2);
`;
