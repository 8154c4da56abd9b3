import { type ComponentPropsWithRef, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { controlBox } from './control-style.ts';
import { useControl } from './field.tsx';
import { TypedTexts } from './typed-texts.ts';

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'value'> {
  /** The text, where an owner keeps it; the owner takes what `onChange` tells. */
  readonly value?: string | undefined;
  readonly invalid?: boolean | undefined;
  /** The least height, in lines. */
  readonly rows?: number | undefined;
  /** Grows with the text up to this height, in px, then scrolls. */
  readonly maxHeight?: number | undefined;
}

/** Several lines of text, as high as they need. */
export function TextArea({ invalid, rows = 3, maxHeight = 200, style, ref, ...rest }: TextAreaProps) {
  const control = useControl({ id: rest.id, invalid, 'aria-describedby': rest['aria-describedby'] });
  const { value, onChange, ...others } = rest;
  const { area, initial, report } = useOwnedText(value);
  useImperativeHandle(ref, () => area.current!, [area]);
  return (
    <Area
      ref={area}
      rows={rows}
      {...others}
      {...control}
      {...initial}
      onChange={(event) => {
        report(event.target.value);
        onChange?.(event);
      }}
      style={{ ...style, maxHeight }}
    />
  );
}

/**
 * Shows the text of an owner. The browser holds what is typed: on a slow machine React would put back an earlier text
 * over the last letters, with the caret at the end, when it renders late.
 */
function useOwnedText(value: string | undefined) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [texts] = useState(() => new TypedTexts(value ?? ''));
  useLayoutEffect(() => {
    const next = value === undefined ? null : texts.receive(value);
    if (area.current && next !== null) area.current.value = next;
  }, [texts, value]);
  const [initial] = useState(() => (value === undefined ? {} : { defaultValue: value }));
  return { area, initial, report: (text: string) => value !== undefined && texts.report(text) };
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
