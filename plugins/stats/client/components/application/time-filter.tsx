import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { ChipRow, FilterChip, media } from '#kernel/client/ui/index.ts';
import { timeFilters, type TimeFilter } from '../../../contract.ts';

interface TimeFilterProps {
  readonly value: TimeFilter;
  readonly onChange: (value: TimeFilter) => void;
}

/** The buttons of the periods. */
export function TimeFilterButtons({ value, onChange }: TimeFilterProps) {
  const t = useText('stats');
  return (
    <Row as="fieldset" aria-label={t('time.label')} data-print="hidden">
      {timeFilters.map((one) => (
        <FilterChip
          key={one}
          label={t(`time.${one}`)}
          selected={value === one}
          onSelect={() => onChange(one)}
        />
      ))}
    </Row>
  );
}

const Row = styled(ChipRow)`
  min-width: 0;
  margin: 0 0 12px;
  border: 0;

  ${media.desktop} {
    padding: 0;
  }

  ${media.phone} {
    margin: 0 -12px 12px;
  }
`;
