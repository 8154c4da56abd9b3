import { describe, expect, it } from 'vitest';
import {
  acceptSchema,
  bodyOf,
  emptyValues,
  jshshirProblem,
  newFiles,
  progressOfFiles,
} from './accept-form.ts';

const filled = {
  ...emptyValues,
  first_name: 'Gulnora',
  last_name: 'Rahimova',
  neighborhood_id: 3,
  employment_status: 'unemployed',
  salary: 'tikuvchilik',
  planned_assistance: '  Tikuv mashinasi  ',
} as const;

function problems(values: object, schema = acceptSchema('named')): Record<string, string> {
  const result = schema.safeParse({ ...filled, ...values });
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

describe('the accept form', () => {
  it('requires the neighbourhood, the employment and the request, and nothing else', () => {
    expect(problems({ first_name: '', last_name: '' })).toEqual({});
    expect(problems(emptyValues)).toEqual({
      neighborhood_id: 'neighborhood_id',
      employment_status: 'employment_status',
      planned_assistance: 'planned_assistance',
    });
  });

  it('rejects a wrong JSHSHIR, but lets a failed check digit be confirmed', () => {
    expect(problems({ personal_number: '3121063204024' })).toEqual({ personal_number: 'length' });
    expect(problems({ personal_number: '91210632040244' })).toEqual({ personal_number: 'century' });
    expect(problems({ personal_number: '33113632040244' })).toEqual({ personal_number: 'date' });
    expect(problems({ personal_number: '31210632040243' })).toEqual({});
    expect(jshshirProblem('31210632040243')).toBe('check_digit');
    expect(jshshirProblem('31210632040244')).toBeNull();
    expect(jshshirProblem('')).toBeNull();
  });

  it('requires both names if any data of the person is given', () => {
    expect(problems({ first_name: '', last_name: '', phone: '998901234567' })).toEqual({
      first_name: 'name_required',
      last_name: 'name_required',
    });
  });

  it('rejects an invalid name', () => {
    expect(problems({ first_name: '=1+1', last_name: '12', father_name: '<img>' })).toEqual({
      first_name: 'name_form',
      last_name: 'name_form',
      father_name: 'name_form',
    });
  });

  it('requires series and number of a passport together', () => {
    expect(problems({ passport_series: 'ав', passport_number: '1234567' })).toEqual({});
    expect(problems({ passport_series: 'AB' })).toEqual({ passport_number: 'passport_number' });
    expect(problems({ passport_number: '1234567' })).toEqual({ passport_series: 'passport_series' });
  });

  it('sends exactly the five fields if no person is requested', () => {
    const values = { ...filled, phone: '998901234567' };
    expect(bodyOf(values, 'none')).toEqual({
      neighborhood_id: 3,
      employment_status: 'unemployed',
      salary: 'tikuvchilik',
      planned_assistance: 'Tikuv mashinasi',
    });
    expect(bodyOf(values, 'named')).toMatchObject({ first_name: 'Gulnora', phone: '998901234567' });
    expect(bodyOf(values, 'named')).not.toHaveProperty('passport_series');
  });

  it('requires a name, and a document or a reason, if the person is checked', () => {
    const checked = acceptSchema('checked');
    expect(problems({ first_name: '', last_name: '' }, checked)).toEqual({
      first_name: 'name_required',
      last_name: 'name_required',
      personal_number: 'document_required',
    });
    expect(problems({ no_document: true }, checked)).toEqual({ no_document_reason: 'no_document_reason' });
    expect(problems({ no_document: true, no_document_reason: 'Yoʻqotgan' }, checked)).toEqual({});
    expect(problems({ passport_series: 'AB', passport_number: '1234567' }, checked)).toEqual({});
  });

  it('reports all errors at once', () => {
    expect(Object.keys(problems(emptyValues, acceptSchema('checked', true))).toSorted()).toEqual([
      'employment_status',
      'first_name',
      'intake_reason',
      'last_name',
      'neighborhood_id',
      'personal_number',
      'planned_assistance',
    ]);
  });

  it('requires a reason to continue when there are warnings', () => {
    const schema = acceptSchema('checked', true);
    const known = { personal_number: '31210632040244' };
    expect(problems(known, schema)).toEqual({ intake_reason: 'intake_reason' });
    expect(problems({ ...known, intake_reason: 'Boshqa masala' }, schema)).toEqual({});
  });

  it('sends both reasons if the person is checked, and none if the document is present', () => {
    const values = { ...filled, no_document: true, no_document_reason: 'Yoʻqotgan' };
    expect(bodyOf(values, 'checked')).toMatchObject({ no_document_reason: 'Yoʻqotgan', intake_reason: '' });
    const known = { ...values, personal_number: '31210632040244' };
    expect(bodyOf(known, 'checked')).toMatchObject({ no_document_reason: '', intake_reason: '' });
  });
});

describe('chosen files', () => {
  it('are added once, identified by name, size and time', () => {
    const scan = new File(['scan'], 'scan.pdf', { lastModified: 1 });
    const later = new File(['scan'], 'scan.pdf', { lastModified: 2 });
    const longer = new File(['scanned'], 'scan.pdf', { lastModified: 1 });
    const other = new File(['scan'], 'photo.png', { lastModified: 1 });
    const again = new File(['scan'], 'scan.pdf', { lastModified: 1 });
    expect(newFiles([again, later, longer, other], [scan])).toEqual([later, longer, other]);
    expect(newFiles([scan], [])).toEqual([scan]);
  });
});

describe('the progress of files', () => {
  it('is distributed over them one after another', () => {
    expect(progressOfFiles([100, 300], 0.25)).toEqual([100, 0]);
    expect(progressOfFiles([100, 300], 0.625)).toEqual([100, 50]);
    expect(progressOfFiles([100, 0, 300], 1)).toEqual([100, 100, 100]);
  });
});
