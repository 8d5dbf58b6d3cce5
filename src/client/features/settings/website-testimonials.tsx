import { useFieldArray } from 'react-hook-form';
import { MAX_TESTIMONIALS } from '../../../shared/website-schemas';
import { ActionButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/form';
import { FoldedPanel } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';
import type { WebsiteForm } from './website-form';

const EMPTY = { name: '', role: '', rating: 5, source: '', date: '', text: '' };
const STARS = [5, 4, 3, 2, 1].map((stars) => [stars, `${stars} ${stars === 1 ? 'star' : 'stars'}`] as const);

/** Shows the reviews of the landing page in their order. */
export function WebsiteTestimonials({ form }: { form: WebsiteForm }) {
  const { fields, append, insert, move, remove } = useFieldArray({ control: form.control, name: 'testimonials' });
  const removeAt = (index: number) => {
    const review = form.getValues(`testimonials.${index}`);
    remove(index);
    showToast({
      title: 'Review Removed',
      description: 'It stays on your site until you save.',
      action: { label: 'Undo', run: () => insert(index, review) },
    });
  };
  return (
    <FoldedPanel title="Reviews">
      <p className="text-muted text-[15px]">
        The starter reviews are examples. Replace them with what your clients wrote, in their words and with their consent.
      </p>
      <ol className="grid gap-4">
        {fields.map(({ id, name }, index) => (
          <li key={id}>
            <fieldset className="grid gap-3 rounded-small border border-line p-4">
              <legend className="px-1 font-semibold text-[15px]">{`Review ${index + 1}`}</legend>
              <Review form={form} index={index} />
              <div className="flex flex-wrap gap-2">
                {index > 0 && <Button label="Move up" about={name} onPress={() => move(index, index - 1)} />}
                {index < fields.length - 1 && <Button label="Move down" about={name} onPress={() => move(index, index + 1)} />}
                <ActionButton label="Remove" about={name} onPress={() => removeAt(index)} />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {fields.length < MAX_TESTIMONIALS && (
        <div>
          <Button label="Add review" isNew onPress={() => append(EMPTY)} />
        </div>
      )}
    </FoldedPanel>
  );
}

const Review = ({ form, index }: { form: WebsiteForm; index: number }) => (
  <>
    <TextField form={form} name={`testimonials.${index}.text`} label="Text" missing="Please enter the review." rows={3} />
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <TextField form={form} name={`testimonials.${index}.name`} label="Name" missing="Please enter the name." />
      <TextField form={form} name={`testimonials.${index}.role`} label="Who they are" missing="Please say who they are." />
    </div>
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
      <TextField form={form} name={`testimonials.${index}.source`} label="Source" hint="Such as Google. May stay empty." />
      <TextField form={form} name={`testimonials.${index}.date`} label="Date" type="date" />
      <SelectField form={form} name={`testimonials.${index}.rating`} label="Rating" options={STARS} />
    </div>
  </>
);
