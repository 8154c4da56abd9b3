import { styled } from 'styled-components';

/** A line of the saved views in the menu. */
export const Line = styled.li`
  display: flex;
  align-items: center;
  gap: 2px;
`;

/** Focuses an element, unless the user has left the views: the focused line is being removed. */
export function takeFocus(element: HTMLElement | null): void {
  const { activeElement: focused, body } = document;
  if (focused === body || element?.closest('ul')?.contains(focused)) element?.focus();
}
