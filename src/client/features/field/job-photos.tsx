import { useState } from 'react';
import { type Job, MAX_PHOTOS } from '../../../shared/field';
import { PHOTO_KINDS } from '../../../shared/job-photos';
import { PhotoList } from '../../ui/photo-list';
import { showToast } from '../../ui/toast/toast-store';
import { shrinkPhoto } from './photo-upload';
import type { JobAction } from './use-outgoing';

/** A part of a job's card; that of a finished job changes nothing. */
export type PartProps = { job: Job; isDone: boolean; act: (action: JobAction) => void };

const NAMES = { before: 'Before', after: 'After' } as const;
export function JobPhotos({ job, isDone, act }: PartProps) {
  const left = MAX_PHOTOS - job.photos.length;
  if (isDone && job.photos.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold">
        Photos <span className="font-normal text-muted text-sm tabular-nums">{`${job.photos.length} of ${MAX_PHOTOS}`}</span>
      </h4>
      {job.photos.length > 0 && <PhotoList photos={job.photos} />}
      {!isDone && left > 0 && job.assignment !== null && (
        <div className="flex gap-2 *:grow *:px-2">
          {PHOTO_KINDS.map((kind) => (
            <TakePhoto key={kind} kind={kind} onPhoto={(image) => act({ kind: 'photo', photoKind: kind, image })} />
          ))}
        </div>
      )}
    </div>
  );
}

function TakePhoto({ kind, onPhoto }: { kind: keyof typeof NAMES; onPhoto: (image: Blob) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const take = async (file: File) => {
    setIsBusy(true);
    await shrinkPhoto(file).then(onPhoto, () =>
      showToast({ title: 'Error', description: 'This file is not a picture that the phone can read.', kind: 'destructive' }),
    );
    setIsBusy(false);
  };
  return (
    <label
      aria-disabled={isBusy || undefined}
      className="button-ghost cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-pine-600 has-focus-visible:outline-offset-2"
    >
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file && !isBusy) void take(file);
        }}
      />
      {isBusy ? 'Saving...' : `Add ${NAMES[kind]} Photo`}
    </label>
  );
}
