import { styled } from 'styled-components';
import { Avatar, useText } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { toggleChosen, useIsChosen } from './selection-store.ts';

interface CardMarkProps {
  readonly id: number;
  readonly name: string;
}

/** The applicant's avatar on a card; in selection mode, a checkbox. */
export function CardMark({ id, name }: CardMarkProps) {
  const t = useText('applications');
  const { on, chosen } = useIsChosen(id);
  if (!on) return <Avatar name={name} size={36} />;
  return (
    <Label>
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('bulk.one', { id: padId(id) })}
        onChange={() => toggleChosen(id)}
      />
    </Label>
  );
}

/* Thumb-sized, in the avatar's place, above the link that covers the card. */
const Label = styled.label`
  position: relative;
  z-index: 1;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  margin: -4px;
  cursor: pointer;

  input {
    width: 20px;
    height: 20px;
    accent-color: var(--accent);
  }
`;
