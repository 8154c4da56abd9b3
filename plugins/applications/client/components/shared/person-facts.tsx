import {
  type DescriptionItem,
  PersonalValue,
  type Reveal,
  useCapabilities,
  useDates,
  useName,
  useSession,
  useText,
} from '#kernel/plugin-api/client.ts';
import { allows } from '#kernel/plugin-api/contract.ts';
import { formatPhone, maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import type { RevealedField } from '#plugins/users/contract.ts';
import type { Application } from '../../../contract.ts';
import { receiverAccess } from '../../../manifest.ts';

/** How an applicant's documents are shown: masked with a button to reveal them, or unmasked, as on a printed sheet. */
export type DocumentDisplay = 'masked' | 'clear';

type Person = Pick<Application, 'id' | 'author'>;

/** Reveals one value of an applicant; null if the viewer may not, or the server has no such call. */
function useReveal(id: number): (field: RevealedField) => Reveal | null {
  const { rights } = useSession();
  const able =
    useCapabilities('applications').includes('applications.reveal') && allows(receiverAccess, rights);
  return (field) => (able ? { path: `applications/${id}`, field } : null);
}

/** The passport of an applicant, masked until it is revealed. */
export function usePassport({ id, author }: Person, display: DocumentDisplay = 'masked') {
  const t = useText('applications');
  const revealOf = useReveal(id);
  const series = author.passport_series ?? '';
  const number = author.passport_number ?? '';
  const value = `${series} ${number}`.trim();
  if (value === '' || display === 'clear') return value;
  return (
    <PersonalValue
      field={t('fields.passport')}
      masked={maskPassport(series, number)}
      value={value}
      reveal={revealOf('passport')}
    />
  );
}

/** Returns the data of an applicant besides the name, as items of a description list. */
export function usePersonFacts(person: Person, display: DocumentDisplay = 'masked'): DescriptionItem[] {
  const t = useText('applications');
  const dates = useDates();
  const nameOf = useName();
  const passport = usePassport(person, display);
  const revealOf = useReveal(person.id);
  const { author } = person;
  const number = author.personal_number ?? '';
  const neighborhood = nameOf(author.neighborhood);
  return [
    { label: t('fields.birthday'), value: author.birthday ? dates.date(author.birthday) : null },
    { label: t('fields.phone'), value: author.phone ? formatPhone(author.phone) : null },
    { label: t('fields.passport'), value: passport },
    {
      label: t('fields.personal_number'),
      value:
        number === '' || display === 'clear' ? (
          number
        ) : (
          <PersonalValue
            field={t('fields.personal_number')}
            masked={maskJshshir(number)}
            value={number}
            reveal={revealOf('personal_number')}
          />
        ),
    },
    {
      label: t('detail.registeredNeighborhood'),
      value: neighborhood === '' ? null : t('neighborhood', { name: neighborhood }),
    },
    { label: t('fields.address'), value: author.address },
  ];
}
