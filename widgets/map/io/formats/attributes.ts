import type { Attribute, AttributeChoice, Attributes } from '../../model/exchange/attributes.ts';
import type { RawPolygon } from '../../model/exchange/collector.ts';
import { recordOf } from '../../model/exchange/read-value.ts';
import { titleFrom, type Titles } from '../../model/shapes/shape.ts';
import known from './known-attributes.json' with { type: 'json' };

type Properties = Readonly<Record<string, unknown>>;
type Language = keyof Titles;

/** The id and the names of a feature, from its attributes. */
type Named = Pick<RawPolygon, 'id' | 'title' | 'titles'>;

/** The maximum number of offered attributes. */
const maxAttributes = 200;

/** Finds the names and ids of features in their attributes: in the chosen ones, otherwise in well-known ones. */
export class AttributeReader {
  /** The attributes of the file; null if it has none. */
  readonly attributes: Attributes | null;
  readonly #names: Readonly<Record<Language, readonly string[]>>;
  readonly #codes: readonly string[];
  readonly #numbers: readonly string[];

  constructor(features: readonly unknown[], choice: AttributeChoice = {}) {
    const tallies = tally(features);
    const names = [...tallies.keys()];
    const chosen = (role: keyof AttributeChoice, found: readonly string[]) =>
      choice[role] === undefined ? found : [choice[role]].filter((name) => name !== null);
    const any = ranked(names, known.any);
    this.#names = {
      uz: chosen('uz', [...ranked(names, known.uz), ...any]),
      ru: chosen('ru', [...ranked(names, known.ru), ...any]),
    };
    // A chosen id attribute takes precedence over the feature's id, as official codes do.
    this.#codes = chosen('number', ranked(names, known.code));
    this.#numbers = choice.number === undefined ? ranked(names, known.number) : [];
    const { uz, ru } = this.#names;
    const isNamed = uz.length + ru.length > 0 || 'uz' in choice || 'ru' in choice;
    const hasIds = features.some((feature) => (recordOf(feature)?.['id'] ?? null) !== null);
    const number = this.#codes[0] ?? (hasIds ? null : this.#numbers[0]) ?? null;
    this.attributes =
      names.length === 0
        ? null
        : {
            all: [...tallies]
              .slice(0, maxAttributes)
              .map(([name, { sample }]): Attribute => ({ name, sample })),
            used: { uz: uz[0] ?? null, ru: ru[0] ?? null, number },
            likely: isNamed ? null : likelyName(tallies, number),
          };
  }

  /** The id and the names of a feature; with names in two languages, `language` selects the title. */
  read(feature: Properties, language: Language): Named {
    const properties = recordOf(feature['properties']) ?? {};
    const value = (names: readonly string[]) => {
      const values = names.map((name) => own(properties, name)).filter(isText);
      // A blank counts as a name only if there is no other.
      return values.find(isVisible) ?? values[0];
    };
    const [uz, ru] = [value(this.#names.uz), value(this.#names.ru)];
    const title = value(
      language === 'uz' ? [...this.#names.uz, ...this.#names.ru] : [...this.#names.ru, ...this.#names.uz],
    );
    const id = value(this.#codes) ?? feature['id'] ?? value(this.#numbers);
    const isBoth = uz !== undefined && ru !== undefined && uz !== ru && isVisible(uz) && isVisible(ru);
    return { id, title, ...(isBoth ? { titles: { uz: titleFrom(uz), ru: titleFrom(ru) } } : {}) };
  }
}

/** The value of an object's own property. */
export function own(record: Properties, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || Number.isFinite(value);
}

function isVisible(value: string | number): boolean {
  return String(value).trim() !== '';
}

interface Tally {
  readonly sample: string;
  readonly values: Set<string>;
}

/** The maximum number of distinct values counted for an attribute. */
const enoughValues = 500;

function tally(features: readonly unknown[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const feature of features) {
    for (const [name, value] of Object.entries(recordOf(recordOf(feature)?.['properties']) ?? {})) {
      if (!isText(value)) continue;
      const text = titleFrom(value);
      const before = tallies.get(name);
      if (!before) tallies.set(name, { sample: text, values: new Set([text]) });
      else if (before.values.size < enoughValues) before.values.add(text);
    }
  }
  return tallies;
}

/**
 * The names that a list contains, in the list's order; of several levels, such as ADM1 and ADM2, the deepest
 * comes first.
 */
function ranked(names: readonly string[], list: readonly string[]): readonly string[] {
  const rank = (name: string) => {
    const { pattern, level } = patternOf(name);
    const index = list.indexOf(pattern);
    return { name, index: index < 0 ? list.indexOf(plain(name)) : index, level };
  };
  return names
    .map(rank)
    .filter(({ index }) => index >= 0)
    .toSorted((one, other) => one.index - other.index || other.level - one.level)
    .map(({ name }) => name);
}

/** `ADM2_UZ` is `adm#_uz` of level 2. */
function patternOf(name: string): { readonly pattern: string; readonly level: number } {
  const text = plain(name);
  return { pattern: text.replace(/\d/u, '#'), level: Number(/\d/u.exec(text)?.[0] ?? 0) };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
}

/** The text attribute with the most distinct values. */
function likelyName(tallies: ReadonlyMap<string, Tally>, number: string | null): string | null {
  let best: string | null = null;
  let maxValues = 0;
  for (const [name, { sample, values }] of tallies) {
    const isWord = /\p{L}{2}/u.test(sample) && !/^(?:#|https?:)/u.test(sample);
    if (name === number || !isWord || known.style.includes(plain(name)) || values.size <= maxValues) continue;
    [best, maxValues] = [name, values.size];
  }
  return best;
}
