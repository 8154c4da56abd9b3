import { problemsOf } from '#kernel/plugin-api/contract.ts';
import { type SheetCells, type SheetFinding, textOfCell } from '#kernel/plugin-api/server.ts';
import { addDays, isDay } from '#kernel/domain/text/dates.ts';
import { citizenBodySchema, type CitizenBody, type CitizenColumn } from '../../contract.ts';

/** A problem or warning of a row. */
export type Finding = SheetFinding<CitizenColumn>;

/** A row as far as it could be parsed: a citizen, or its problems. */
export interface ReadCitizen {
  readonly body: CitizenBody | null;
  readonly name: string;
  readonly errors: readonly Finding[];
}

/** The column of a field; series and number of a passport share one. */
const columnsOfFields: Readonly<Record<string, CitizenColumn>> = {
  passport_series: 'passport',
  passport_number: 'passport',
};

/** Parses the cells of a row, and validates the result like the form's. */
export function readCitizen(cells: SheetCells<CitizenColumn>): ReadCitizen {
  const errors: Finding[] = [];
  const reject = (column: CitizenColumn, code: string) =>
    errors.push({ column, code, message: { key: `users:import.errors.${code}` } });
  const text = (column: CitizenColumn): string => {
    const read = textOfCell(cells[column]);
    if (typeof read === 'string') return read.replace(/\s+/g, ' ').trim();
    reject(column, 'formula');
    return '';
  };
  const [last_name, first_name, father_name] = [text('last_name'), text('first_name'), text('father_name')];
  const day = readDay(text('birthday'));
  if (day === 'wrong') reject('birthday', 'date');
  const [, series = '', number = ''] = /^(\P{Nd}*)(.*)$/su.exec(text('passport')) ?? [];
  const checked = citizenBodySchema.safeParse(
    {
      last_name,
      first_name,
      father_name,
      phone: text('phone'),
      birthday: day === 'wrong' ? null : day,
      passport_series: series.replace(/[\s№-]/g, ''),
      passport_number: number.replace(/\s/g, ''),
      personal_number: text('personal_number'),
    },
    { reportInput: true },
  );
  if (!checked.success) {
    const known = new Set(errors.map(({ column }) => column));
    for (const [path, message] of Object.entries(problemsOf(checked.error.issues))) {
      const column = columnsOfFields[path] ?? (path as CitizenColumn);
      if (known.has(column)) continue;
      errors.push({ column, code: message.key.replace(/^.*[.:]/, ''), message });
    }
  }
  const name = [last_name, first_name, father_name].filter((part) => part !== '').join(' ');
  return { body: checked.success && errors.length === 0 ? checked.data : null, name, errors };
}

/** Parses a day as typed, `21.11.1990`, as exported by a spreadsheet, or as the number of days since 1900. */
function readDay(text: string): string | null | 'wrong' {
  if (text === '') return null;
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  if (written) {
    const [, day = '', month = '', year = ''] = written;
    return validDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  }
  // A year alone is no day; as a count of days it would be one of 1905.
  if (/^(19|20)\d\d$/.test(text)) return 'wrong';
  if (/^\d{4,5}$/.test(text)) return addDays('1899-12-30', Number(text));
  return validDay(text.slice(0, 10));
}

function validDay(day: string): string | 'wrong' {
  return isDay(day) ? day : 'wrong';
}
