import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Row, TextStack } from './stack.ts';

/** A list of pending items, each a `ListItem`. */
export const ItemList = styled.ul`
  display: grid;
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    overflow-wrap: anywhere;
  }

  ul {
    margin: 4px 0 0;
    padding-inline-start: 20px;
  }

  strong {
    font-weight: 550;
  }

  small {
    color: var(--text-2);
    font-size: 12.5px;
  }
`;

/** Rows separated by lines: each is a `li` with a `div` of text, and icons or buttons beside it. */
export const RowList = styled.ul`
  li {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 10px 0;
  }

  li + li {
    border-top: 1px solid var(--line);
  }

  li > div {
    flex: 1;
    min-width: 0;
  }
`;

interface ListItemProps {
  readonly name: string;
  /** A text beside the name, such as a state. */
  readonly state?: string | undefined;
  /** The reason why it is listed. */
  readonly reason: string;
  /** The author and the time. */
  readonly note: string;
  /** Content between the text and the buttons. */
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}

/** An item with its name, reason, author and actions. */
export function ListItem({ name, state, reason, note, children, actions }: ListItemProps) {
  return (
    <li>
      <TextStack $gap={8} $start>
        <p>
          <strong>{name}</strong>
          {state === undefined ? null : ` · ${state}`}
          {reason === '' ? null : (
            <>
              <br />
              {reason}
            </>
          )}
          <br />
          <small>{note}</small>
        </p>
        {children}
        <Row>{actions}</Row>
      </TextStack>
    </li>
  );
}
