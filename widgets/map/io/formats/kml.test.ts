import { expect, test } from 'vitest';
import { xmlFault } from './kml.ts';

const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;

test.each([
  ['<kml><a b="c"/><!-- <!DOCTYPE x> --><![CDATA[ <!ENTITY x> <br><br> ]]></kml>', null],
  ['<?xml version="1.0"?><kml></kml>', null],
  [nested(200), null],
  [nested(201), 'too_deep'],
  [`<kml><![CDATA[${'<br>'.repeat(1000)}]]></kml>`, null],
  ['<!DOCTYPE kml><kml></kml>', 'unreadable'],
  ['<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>', 'unreadable'],
  ['<kml><!ENTITY a "b"></kml>', 'unreadable'],
  ['<kml><!--', 'unreadable'],
  ['<kml><![CDATA[', 'unreadable'],
  ['<?xml', 'unreadable'],
  ['<kml', 'unreadable'],
  ['no element', null],
])('%.60s: %s', (text, fault) => {
  expect(xmlFault(text)).toBe(fault);
});
