import { PenLine } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Avatar,
  ellipsis,
  media,
  type PresentPerson,
  usePresence,
  useText,
} from '#kernel/plugin-api/client.ts';
import { useIsWriting } from './writing-store.ts';

/** The number of people shown by name; the others are counted. */
const named = 2;

/** Shows who else has the application open, and who is writing a response. */
export function PresenceNote({ applicationId }: { readonly applicationId: number }) {
  const t = useText('applications');
  const people = usePresence('applications.application', applicationId, useIsWriting(applicationId));
  const [writer] = people.filter(({ writing }) => writing);
  const words = writer
    ? t('presence.writing', { name: nameOf(writer) })
    : people.length > 0
      ? t('presence.open', { names: namesOf(people, t) })
      : '';
  return (
    <Note data-writing={writer ? true : undefined} title={words || undefined}>
      {people.length === 0 ? null : (
        <>
          <Marks aria-hidden>
            {people.slice(0, named).map((person) => (
              <Avatar
                key={person.id}
                name={`${person.first_name} ${person.last_name}`}
                size={24}
                tone="accent"
              />
            ))}
          </Marks>
          {writer ? <PenLine size={14} aria-hidden /> : null}
          <Words>{words}</Words>
        </>
      )}
    </Note>
  );
}

const nameOf = ({ first_name, last_name }: PresentPerson) => `${last_name} ${first_name.slice(0, 1)}.`;

function namesOf(people: readonly PresentPerson[], t: ReturnType<typeof useText>): string {
  const names = people.slice(0, named).map(nameOf).join(', ');
  return people.length > named ? t('presence.more', { names, count: people.length - named }) : names;
}

const Note = styled.output`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  max-width: 340px;
  min-height: 24px;
  color: var(--text-2);
  font-size: 13px;
  font-weight: 450;

  &[data-writing] {
    color: var(--text);
  }

  svg {
    flex: none;
  }

  ${media.print} {
    display: none;
  }
`;

const Marks = styled.span`
  display: inline-flex;
  flex: none;

  > * + * {
    margin-left: -8px;
  }
`;

const Words = styled.span`
  min-width: 0;
  ${ellipsis}
`;
