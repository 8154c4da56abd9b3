import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import { controlBox } from '../field/control-style.ts';
import { useControl } from '../field/field.tsx';

/** Without `maxLength`, which silently cuts pasted text: forms report that a text is too long. */
export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'maxLength'> {
  readonly invalid?: boolean | undefined;
  /** The minimum height in lines. */
  readonly rows?: number | undefined;
  /** Grows with the text up to this height in px, then scrolls. */
  readonly maxHeight?: number | undefined;
}

/** A text area that grows with its content. */
export function TextArea({ invalid, rows = 3, maxHeight = 200, style, ...rest }: TextAreaProps) {
  const control = useControl({ id: rest.id, invalid, 'aria-describedby': rest['aria-describedby'] });
  return <Area rows={rows} {...rest} {...control} style={{ ...style, maxHeight }} />;
}

const Area = styled.textarea`
  ${controlBox}
  display: block;
  width: 100%;
  padding: 7px 11px;
  resize: none;
  field-sizing: content;
  min-height: ${({ rows }) => (rows ?? 3) * 20 + 16}px;
  overflow-y: auto;

  ${media.phone} {
    padding-block: 11px;
    min-height: ${({ rows }) => (rows ?? 3) * 20 + 24}px;
  }
`;
