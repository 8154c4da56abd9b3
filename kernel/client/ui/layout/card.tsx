import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { styled } from 'styled-components';

export interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for tables, tabs and maps. */
  readonly flush?: boolean | undefined;
  /** Whether it has just arrived; shown by a turquoise border. */
  readonly highlighted?: boolean | undefined;
}

/** A white panel on the page's background, with or without a title. */
export function Card({ title, actions, flush = false, highlighted = false, children, ...rest }: CardProps) {
  return (
    <CardRoot {...rest} data-highlight={highlighted || undefined}>
      {title === undefined && actions === undefined ? null : (
        <Head>
          <h2>{title}</h2>
          {actions === undefined ? null : <Actions>{actions}</Actions>}
        </Head>
      )}
      {flush ? children : <Body data-headed={title === undefined ? undefined : true}>{children}</Body>}
    </CardRoot>
  );
}

/**
 * A link that covers its card, so that a click anywhere opens it, while buttons inside still work and screen readers
 * read only the link's text.
 */
export function CardLink({ to, children }: { readonly to: To; readonly children: ReactNode }) {
  return (
    <Cover to={to} data-cover="">
      {children}
    </Cover>
  );
}

const CardRoot = styled.section`
  /* The content does not extend to the window's edge. */
  --window-edge: 0px;

  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  transition: border-color var(--fast);

  &:has(> * > a[data-cover]:hover),
  &:has(a[data-cover]:hover) {
    border-color: var(--line-strong);
  }

  &[data-highlight] {
    border-color: var(--accent);
    box-shadow: 0 0 0 3px var(--accent-soft);
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 46px;
  padding: 12px 16px 0;
`;

const Actions = styled.div`
  display: flex;
  gap: 4px;
  margin: -4px -6px -4px auto;
`;

const Body = styled.div`
  flex: 1;
  padding: 14px 16px;

  &[data-headed] {
    padding-top: 8px;
  }
`;

const Cover = styled(Link)`
  color: var(--text);
  font-weight: 600;

  &:hover {
    text-decoration: none;
  }

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: var(--r2);
  }

  &:focus-visible {
    outline: none;

    &::after {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
  }
`;
