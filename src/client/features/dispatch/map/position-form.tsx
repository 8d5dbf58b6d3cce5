import { type FormEvent, useRef, useState } from 'react';
import type { MapJob } from '../../../../shared/map';
import { type Position, positionInput } from '../../../../shared/position';
import { trpc } from '../../../trpc';
import { ActionButton } from '../../../ui/action-button';
import { passFocusOnRemoval } from '../../../ui/focus';
import { Field } from '../../../ui/public/field';
import { showToast } from '../../../ui/toast/toast-store';

const meta = { failure: 'Failed to save the position. Please try again.' };
const LOCATE_MS = 20_000;

const LOCATE_FAILURES: Record<number, string> = {
  1: 'This site is not allowed to use your location. Please allow it in the browser, or paste the coordinates.',
  3: 'Your location was not found in time. Please try again outdoors, or paste the coordinates.',
};
const NOT_LOCATED = 'Your location is not available. Please paste the coordinates.';

/** Asks the device for its position. Rejects with a sentence. */
const locate = (): Promise<GeolocationCoordinates> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(NOT_LOCATED));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      ({ code }) => reject(new Error(LOCATE_FAILURES[code] ?? NOT_LOCATED)),
      { enableHighAccuracy: true, timeout: LOCATE_MS, maximumAge: 0 },
    );
  });

type PositionFormProps = { job: MapJob; canLookUp: boolean; onDone?: () => void };

export function PositionForm({ job: { clientId, addressId, clientName, address }, canLookUp, onDone }: PositionFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isLocating, setIsLocating] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const finish = (description: string) => {
    onDone?.();
    showToast({ title: 'Position Saved', description });
  };
  const save = trpc.map.setPosition.useMutation({ meta });
  const lookUp = trpc.map.lookUpPosition.useMutation({
    onSuccess: ({ licence }) => finish(`${address} was looked up.${licence ? ` ${licence}` : ''}`),
    onError: (failure) => setError(failure.message),
  });
  const isBusy = save.isPending || lookUp.isPending || isLocating;
  // The list drops this form once the job has its position, and with it the callbacks of `mutate`.
  const place = ({ latitude, longitude }: Position, words: string) =>
    void save.mutateAsync({ clientId, addressId, latitude, longitude }).then(
      () => finish(words),
      () => undefined, // The failure has a toast of its own.
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const read = positionInput.safeParse(text);
    setError(read.error?.issues[0]?.message);
    if (read.success) place(read.data, `${clientName} is on the map.`);
    else field.current?.focus();
  };
  const placeHere = async () => {
    setError(undefined);
    setIsLocating(true);
    try {
      const { latitude, longitude, accuracy } = await locate();
      place({ latitude, longitude }, `${clientName} is on the map, exact to about ${Math.max(1, Math.round(accuracy))} m.`);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setIsLocating(false);
    }
  };

  return (
    <form noValidate aria-label={`Position of ${clientName}`} className="grid gap-3" onSubmit={submit}>
      <Field label="Paste coordinates or a maps link" error={error}>
        {(control) => (
          <input
            {...control}
            ref={field}
            value={text}
            autoComplete="off"
            placeholder="50.6745, -120.3273"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <button ref={passFocusOnRemoval} type="submit" className="button-dark" aria-disabled={isBusy}>
          {save.isPending ? 'Saving...' : 'Save Position'}
        </button>
        <ActionButton label={isLocating ? 'Locating...' : 'Use My Position'} onPress={() => !isBusy && void placeHere()} />
        {canLookUp && (
          <ActionButton
            label="Look Up Address"
            isPending={lookUp.isPending}
            onPress={() => !isBusy && lookUp.mutate({ clientId, addressId })}
          />
        )}
      </div>
    </form>
  );
}
