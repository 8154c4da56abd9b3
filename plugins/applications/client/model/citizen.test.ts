import { describe, expect, it } from 'vitest';
import { fillWith, citizenValuesOf } from './citizen.ts';

const oygul = { first_name: 'Oygul', father_name: 'Rustam qizi', phone: '998914302415' };

describe('the data of a citizen', () => {
  it("are those of the register, in the form's notation", () => {
    const response = { first_name: 'Oygul', last_name: null, father_name: '', phone: '+998 91 430-24-15' };
    expect(citizenValuesOf(response)).toEqual({ first_name: 'Oygul', phone: '998914302415' });
    expect(citizenValuesOf({ phone: '12' })).toEqual({});
  });

  it('keep typed values if the register has none', () => {
    const typed = { first_name: 'Oygul', phone: '998901234567' };
    expect(fillWith({ first_name: 'Oygul' }, {}, typed)).toEqual({ first_name: 'Oygul' });
  });

  it('replace the data of a previous citizen, unless they were edited', () => {
    const now = { ...oygul, phone: '998901234567' };
    expect(fillWith({ first_name: 'Sherzod' }, oygul, now)).toEqual({
      first_name: 'Sherzod',
      father_name: '',
    });
  });
});
