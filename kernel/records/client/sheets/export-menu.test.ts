import { expect, test } from 'vitest';
import { exportPath } from './export-menu.tsx';

const query = 'page=3&limit=50&search=G%CA%BBani&sort_by=number&sort_order=asc&status=voided';

test('includes all pages of the displayed list, in its order', () => {
  expect(exportPath('households/export', query, { format: 'xlsx' })).toBe(
    'households/export?search=G%CA%BBani&sort_by=number&sort_order=asc&status=voided&format=xlsx',
  );
});

test('omits the order if the file has one of its own', () => {
  expect(exportPath('letters/export', query, { format: 'csv', fixedOrder: true })).toBe(
    'letters/export?search=G%CA%BBani&status=voided&format=csv',
  );
  expect(exportPath('letters/export', '', { format: 'csv', fixedOrder: true })).toBe(
    'letters/export?format=csv',
  );
});
