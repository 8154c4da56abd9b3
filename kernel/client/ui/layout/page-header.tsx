import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { styled } from 'styled-components';
import { media } from './breakpoints.ts';

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** A note beside the title, such as a count. */
  readonly note?: ReactNode;
  /** Below the title. */
  readonly subtitle?: ReactNode;
  /** Before the title, such as an avatar. */
  readonly leading?: ReactNode;
  readonly back?: { readonly to: To; readonly label: string } | undefined;
  /** Buttons on the right. */
  readonly actions?: ReactNode;
}

/** The header of a page, with its `h1`. */
export function PageHeader({ title, note, subtitle, leading, back, actions }: PageHeaderProps) {
  return (
    <Header>
      {back === undefined ? null : (
        <Back to={back.to}>
          <ChevronLeft size={16} />
          {back.label}
        </Back>
      )}
      <Row>
        {leading === undefined ? null : <Leading>{leading}</Leading>}
        <Words>
          <TitleRow>
            <h1>{title}</h1>
            {note === undefined ? null : <Note>{note}</Note>}
          </TitleRow>
          {subtitle === undefined ? null : <Subtitle>{subtitle}</Subtitle>}
        </Words>
        {actions === undefined ? null : <Actions data-print="hidden">{actions}</Actions>}
      </Row>
    </Header>
  );
}

const Header = styled.header`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: 8px;
  margin-bottom: 14px;
`;

const Back = styled(Link)`
  display: inline-flex;
  align-items: center;
  align-self: flex-start;
  gap: 4px;
  min-height: 28px;
  margin-left: -4px;
  padding-right: 6px;
  border-radius: var(--r1);
  color: var(--text-2);
  font-weight: 520;

  &:hover {
    color: var(--text);
    text-decoration: none;
  }

  ${media.phone} {
    min-height: 44px;
    margin-block: -8px;
  }

  ${media.print} {
    display: none;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 14px;
  min-height: 36px;
`;

const Leading = styled.div`
  display: flex;

  /* On a phone the text beside it has several lines. */
  ${media.phone} {
    align-self: flex-start;
  }
`;

const Words = styled.div`
  flex: 1 1 200px;
  min-width: 0;

  /* Lets the button stay beside a short title. */
  ${media.phone} {
    flex-basis: auto;
  }

  /* A person's name, beside an avatar, needs more width. */
  * + & {
    flex-basis: min(400px, 100% - 58px);
  }
`;

const TitleRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 10px;
`;

const Note = styled.span`
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
`;

const Subtitle = styled.div`
  color: var(--text-2);
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;

  /* Below an avatar and a name, the actions have the whole width. */
  * + * + & {
    ${media.phone} {
      flex: 1 1 100%;
    }
  }
`;
