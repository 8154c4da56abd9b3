import { styled } from 'styled-components';
import { useName } from '#kernel/plugin-api/client.ts';
import type { Intake } from '../../../contract.ts';

/** A home in short: its address, category, and what its people do. */
export function HomeFacts({ home }: { readonly home: Intake['households']['items'][number] }) {
  const nameOf = useName();
  return (
    <div>
      <Address>{home.address}</Address>
      <Small>
        <Dot style={{ background: home.category.color }} />
        {nameOf(home.category)}
      </Small>
      {home.directions.length > 0 ? (
        <Small>{home.directions.map((one) => `${nameOf(one)}: ${one.quantity}`).join(', ')}</Small>
      ) : null}
    </div>
  );
}

const Address = styled.p`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Small = styled.p`
  color: var(--text-2);
  font-size: 13px;
`;

const Dot = styled.span`
  display: inline-block;
  width: 9px;
  height: 9px;
  margin-right: 7px;
  border-radius: 50%;
  forced-color-adjust: none;
`;
