import type { UseFormReturn } from 'react-hook-form';
import {
  Card,
  Combobox,
  Field,
  FileList,
  FilePicker,
  FormField,
  TextArea,
  useText,
} from '#kernel/plugin-api/client.ts';
import { uploadLimits } from '../../../contract.ts';
import { fieldLimits, newFiles, progressOfFiles, type AcceptValues } from '../../model/accept-form.ts';
import { EmploymentFields } from '../shared/employment-fields.tsx';
import { useNeighborhoodOptions } from '../shared/facts.ts';
import { FieldGrid, FullWidth } from '../shared/field-grid.tsx';
import { useProblem } from './person-section.tsx';

const limits = { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.intakeBytes };

interface RequestSectionProps {
  readonly form: UseFormReturn<AcceptValues>;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  /** From 0 to 1 while the form is being sent. */
  readonly progress: number | null;
}

/** The request: neighbourhood, employment, text, files. */
export function RequestSection({ form, files, onFiles, progress }: RequestSectionProps) {
  const t = useText('applications');
  const problem = useProblem(form);
  const neighborhoods = useNeighborhoodOptions();
  const used = form.watch('planned_assistance').length;
  return (
    <Card title={t('accept.assistance')}>
      <FieldGrid>
        <FullWidth>
          <FormField
            control={form.control}
            name="neighborhood_id"
            label={t('fields.neighborhood')}
            error={problem('neighborhood_id')}
            required
          >
            {(field) => (
              <Combobox
                {...field}
                options={neighborhoods.options}
                loading={neighborhoods.loading}
                placeholder={t('accept.neighborhoodPlaceholder')}
              />
            )}
          </FormField>
        </FullWidth>
        <EmploymentFields
          control={form.control}
          name="employment_status"
          status={form.watch('employment_status')}
          salary={form.register('salary')}
          problem={problem}
        />
        <FullWidth>
          <Field
            label={t('accept.message')}
            error={problem('planned_assistance')}
            counter={{ used, max: fieldLimits.planned_assistance }}
            required
          >
            <TextArea
              {...form.register('planned_assistance')}
              rows={5}
              maxHeight={420}
              placeholder={t('accept.messagePlaceholder')}
            />
          </Field>
        </FullWidth>
        <FullWidth>
          <Files files={files} onFiles={onFiles} progress={progress} />
        </FullWidth>
      </FieldGrid>
    </Card>
  );
}

function Files({ files, onFiles, progress }: Omit<RequestSectionProps, 'form'>) {
  const t = useText('applications');
  const sizes = files.map(({ size }) => size);
  const gone = progress === null ? null : progressOfFiles(sizes, progress);
  const items = files.map((file, index) => ({
    id: index,
    name: file.name,
    size: file.size,
    mimetype: file.type,
    ...(gone ? { progress: gone[index] } : {}),
  }));
  return (
    <Field label={t('accept.files')} group>
      <FilePicker
        {...limits}
        files={files}
        disabled={gone !== null}
        onFiles={(added) => onFiles([...files, ...newFiles(added, files)])}
      />
      <FileList
        label={t('accept.files')}
        files={items}
        {...(gone ? {} : { onRemove: (id) => onFiles(files.filter((_, index) => index !== id)) })}
      />
    </Field>
  );
}
