import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PHOTO_PLACES, type PhotoPlace, photoFile, photoSize, photoWidths, type SitePhoto } from '../../../shared/website';
import { uploadedPhotoSchema } from '../../../shared/website-schemas';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/form';
import { FoldedPanel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { describeProblem, PictureChooser, postPicture } from './picture-chooser';
import type { WebsiteForm } from './website-form';

const PLACES: Record<PhotoPlace, [title: string, hint: string]> = {
  crew: ['Team', 'Replaces the drawing of the team in green.'],
  before: ['Before', 'The left side of the slider, which needs both.'],
  after: ['After', 'The right side of the slider. Take it from the same spot.'],
  van: ['Van', 'Below the story of the company.'],
  'first-extra': ['Another photo', 'Beside the van.'],
  'second-extra': ['One more photo', 'Beside the van.'],
};

/** Shows the places of the landing page's photos. A place's photo can be replaced, removed, described and swapped with another place's. */
export function WebsitePhotos({ form }: { form: WebsiteForm }) {
  const photos = useWatch({ control: form.control, name: 'photos' });
  const put = (place: PhotoPlace, photo: SitePhoto | null) => form.setValue(`photos.${place}`, photo, { shouldDirty: true });
  const swap = (from: PhotoPlace, to: PhotoPlace) => {
    const [moved, other] = [form.getValues(`photos.${from}`), form.getValues(`photos.${to}`)];
    put(to, moved);
    put(from, other);
    // The field exists after the next render.
    requestAnimationFrame(() => form.setFocus(`photos.${to}.alt`));
  };
  const remove = (place: PhotoPlace) => {
    const photo = form.getValues(`photos.${place}`);
    put(place, null);
    showToast({
      title: 'Photo Removed',
      description: 'It stays on your site until you save.',
      action: { label: 'Undo', run: () => put(place, photo) },
    });
  };
  return (
    <FoldedPanel title="Photos">
      <p className="text-muted text-[15px]">
        Your own photos sell best. JPEG, PNG or WebP of up to 5 MB each; your site shows each screen a copy of the right size. A place
        without a photo keeps its drawing or is left out.
      </p>
      <ul className="grid gap-x-5 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
        {PHOTO_PLACES.map((place) => (
          <li key={place} className="grid content-start gap-2.5">
            <div>
              <h3 className="font-semibold">{PLACES[place][0]}</h3>
              <p className="text-muted text-sm">{PLACES[place][1]}</p>
            </div>
            <PlacedPhoto form={form} place={place} photo={photos[place]} onPut={put} onSwap={swap} onRemove={remove} />
          </li>
        ))}
      </ul>
    </FoldedPanel>
  );
}

type PlacedPhotoProps = {
  form: WebsiteForm;
  place: PhotoPlace;
  photo: SitePhoto | null;
  onPut: (place: PhotoPlace, photo: SitePhoto) => void;
  onSwap: (from: PhotoPlace, to: PhotoPlace) => void;
  onRemove: (place: PhotoPlace) => void;
};

function PlacedPhoto({ form, place, photo, onPut, onSwap, onRemove }: PlacedPhotoProps) {
  const [problem, setProblem] = useState<string>();
  const upload = useMutation({
    mutationFn: async (image: File) => uploadedPhotoSchema.parse(await (await postPicture('/api/website-photo', image)).json()),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ name }) => {
      onPut(place, { name, alt: photo?.alt ?? '' });
      requestAnimationFrame(() => form.setFocus(`photos.${place}.alt`));
    },
    onError: (error) => setProblem(describeProblem(error, 'The photo could not be uploaded. Please try again.')),
  });
  const title = PLACES[place][0];
  const chooser = {
    label: `Photo: ${title}`,
    about: title,
    isPending: upload.isPending,
    problem,
    onProblem: setProblem,
    onChoose: upload.mutate,
  };
  if (!photo)
    return (
      <div className="grid aspect-3/2 place-content-center justify-items-center gap-2 rounded-small border border-control border-dashed bg-sage-50 p-4">
        <PictureChooser {...chooser} action="Upload photo" look="button-ghost" />
      </div>
    );
  return (
    <>
      <Preview {...photo} title={title} />
      <TextField
        form={form}
        name={`photos.${place}.alt`}
        label="What the photo shows"
        missing="Please describe the photo in a few words."
        hint="Read aloud to people who cannot see it."
      />
      <Field label="Place">
        {(control) => (
          <select {...control} value={place} onChange={({ target }) => onSwap(place, target.value as PhotoPlace)}>
            {PHOTO_PLACES.map((other) => (
              <option key={other} value={other}>
                {PLACES[other][0]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <PictureChooser {...chooser} action="Replace" look="button-ghost">
        <Button label="Remove" about={title} onPress={() => onRemove(place)} />
      </PictureChooser>
    </>
  );
}

const Preview = ({ name, alt, title }: SitePhoto & { title: string }) => (
  <img
    src={`/uploads/${photoFile(name, photoWidths(name)[0] ?? 0, 'webp')}`}
    alt={alt || title}
    {...photoSize(name)}
    className="aspect-3/2 w-full rounded-small border border-line bg-sage-50 object-cover"
  />
);
