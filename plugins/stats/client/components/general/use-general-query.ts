import { useListQuery } from '#kernel/client/index.ts';
import { neighborhoodMetrics, type NeighborhoodMetric } from '../../../contract.ts';

const names = ['neighborhood', 'household_category', 'color', 'selected'] as const;

/** The filters of the page, which are in the address, and how to change them. */
export function useGeneralQuery() {
  const { filters, setFilter } = useListQuery({ filters: names });
  const id = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);
  return {
    neighborhood: id(filters.neighborhood),
    category: id(filters.household_category),
    selected: id(filters.selected),
    figure: neighborhoodMetrics.find((one) => one === filters.color) ?? null,
    setNeighborhood: (value: number | null) => setFilter('neighborhood', value),
    setCategory: (value: number | null) => setFilter('household_category', value),
    setSelected: (value: number | null) => setFilter('selected', value),
    setFigure: (value: NeighborhoodMetric | null) => setFilter('color', value),
  };
}
