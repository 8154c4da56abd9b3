import type uz from '../../../../locales/uz/map.json';
import { areaMeasure, lengthMeasure, type LatLng, type Measure } from '../index.ts';

/** The texts of the map: the namespace `map` of a language. */
export type MapTexts = typeof uz;

/** The text of a code; a general one if the code has none. */
export function textOf(texts: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? texts['other'] ?? code;
}

/** Formats a length: in metres below one kilometre, otherwise in kilometres. */
export function lengthText(metres: number, texts: MapTexts): string {
  return measureText(lengthMeasure(metres), texts);
}

/** Formats an area: in square metres below one hectare, otherwise in hectares. */
export function areaText(squareMetres: number, texts: MapTexts): string {
  return measureText(areaMeasure(squareMetres), texts);
}

/** Formats a relative change with its sign: 0.125 as `+12,5%`; null below a twentieth of a percent. */
export function percentText(share: number): string | null {
  const percent = Math.abs(share) * 100;
  return percent < 0.05 ? null : `${share < 0 ? '−' : '+'}${groupThousands(percent, 1)}%`;
}

/** Formats a place: latitude, longitude; six digits are about ten centimetres. */
export function placeText([lat, lng]: LatLng): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
}

/** The title of a shape, or a text for shapes without one. */
export function titleText(shape: { readonly title: string } | null | undefined, texts: MapTexts): string {
  return shape?.title.trim() || texts.shape.untitled;
}

function measureText({ value, unit }: Measure, texts: MapTexts): string {
  return `${groupThousands(value, unit === 'km' || unit === 'ha' ? 2 : 0)}\u{a0}${texts.unit[unit]}`;
}

/** Formats a number as in Uzbek and Russian: thousands separated by narrow no-break spaces, decimal comma. */
function groupThousands(value: number, digits: number): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  const spaced = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u{202f}');
  return fraction === undefined || Number(fraction) === 0 ? spaced : `${spaced},${fraction}`;
}
