import { useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';

const hectare = 10_000;

/** An area in words: square metres below a hectare, hectares with one decimal above. */
export function useAreaText(): (squareMetres: number) => string {
  const t = useText('neighborhoods');
  return (area) =>
    area < hectare
      ? t('squareMetres', { area: formatNumber(area) })
      : t('hectares', { area: (Math.round(area / (hectare / 10)) / 10).toString().replace('.', ',') });
}
