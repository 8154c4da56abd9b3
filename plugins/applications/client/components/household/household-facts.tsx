import { styled } from 'styled-components';
import { useName } from '#kernel/plugin-api/client.ts';
import type { Intake } from '../../../contract.ts';

/** A household in short: address, category, and the occupations of its members. */
export function HouseholdFacts({ household }: { readonly household: Intake['households']['items'][number] }) {
  const nameOf = useName();
  return (
    <div>
      <Address>{household.address}</Address>
      <Small>
        <Dot style={{ background: household.category.color }} />
        {nameOf(household.category)}
      </Small>
      {household.directions.length > 0 ? (
        <Small>{household.directions.map((one) => `${nameOf(one)}: ${one.quantity}`).join(', ')}</Small>
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
