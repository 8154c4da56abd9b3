import { recordListPage } from '#kernel/plugin-api/client.ts';
import { direction } from '../../contract.ts';
import { documents } from '../data/queries.ts';

/** The directions in a table; they are added and renamed in a dialog. */
export const ListPage = recordListPage(direction, documents.page);
