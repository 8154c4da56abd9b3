import {
  authorshipFields,
  nameFields,
  optionsDocument,
  recordsDocument,
} from '#kernel/records/client/index.ts';
import type { Option } from '#kernel/contract/index.ts';
import type { Street } from '../contract.ts';

/** A page of streets. */
export const streetsDocument = recordsDocument<Street>({
  type: 'Street',
  path: 'streets',
  fields: `neighborhood_id neighborhood { id ${nameFields} } ${nameFields} ${authorshipFields}`,
});

/** The neighbourhoods within one's area, for selects. */
export const neighborhoodOptionsDocument = optionsDocument<Option>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: nameFields,
});
