import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { logoSize } from '../../../shared/company';
import { IMAGE_LIMIT } from '../../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../../shared/picture-errors';
import type { CallError } from '../../call-error';
import { sessionFetch } from '../../session-fetch';
import { ActionButton } from '../../ui/action-button';
import { ConfirmButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { Logo } from '../../ui/public/icons';
import { showToast } from '../../ui/toast/toast-store';

const PATH = '/api/company-logo';
const KINDS = 'image/png,image/jpeg,image/webp';

/** Sends a logo, or restores the built-in one if it is undefined. */
function change(image: File | undefined): Promise<Response> {
  if (!image) return sessionFetch(PATH, { method: 'DELETE' });
  const body = new FormData();
  body.set('image', image);
  return sessionFetch(PATH, { method: 'POST', body });
}

const toSentence = ({ message, data }: CallError): string =>
  data?.httpStatus === 400 || data?.httpStatus === 413 ? message : 'The logo could not be saved. Please try again.';

export function LogoPanel({ name, logo }: { name: string; logo: string | null }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: change,
    onMutate: () => setProblem(undefined),
    onSuccess: (_answer, image) =>
      showToast({ title: 'Settings Saved', description: image ? 'This is the logo now.' : 'The logo is removed.' }),
    onError: (error) => setProblem(toSentence(error)),
  });
  const upload = (image: File) => {
    if (image.size > IMAGE_LIMIT) setProblem(PICTURE_TOO_LARGE);
    else if (!image.type.startsWith('image/')) setProblem(NOT_AN_IMAGE);
    else save.mutate(image);
  };
  return (
    <Panel title="Logo">
      <div className="flex min-h-24 items-center gap-3 rounded-small bg-pine-900 px-5 font-bold font-display text-white text-xl tracking-display">
        <Preview name={name} logo={logo} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </div>
      <p className="text-muted text-sm">PNG, JPEG or WebP of up to 5 MB. It is kept at 600 × 240 pixels at most, and shown on white.</p>
      <input
        ref={chooser}
        type="file"
        accept={KINDS}
        aria-label="Logo picture"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const image = target.files?.[0];
          // Emptied so that the same file can be chosen again.
          target.value = '';
          if (image) upload(image);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton look="button-dark" label="Upload" isPending={save.isPending} onPress={() => chooser.current?.click()} />
        {logo !== null && (
          <ConfirmButton
            label="Remove"
            call={save}
            input={undefined}
            title="Remove the logo?"
            text="Every page shows the built-in mark again."
            action="Remove"
          />
        )}
      </div>
      <p role="alert" className="font-medium text-red-600 text-sm empty:hidden">
        {problem}
      </p>
    </Panel>
  );
}

const Preview = ({ name, logo }: { name: string; logo: string | null }) =>
  logo === null ? (
    <Logo className="size-10 shrink-0" />
  ) : (
    <img
      src={`/uploads/${logo}`}
      alt={`The logo of ${name}`}
      {...logoSize(logo)}
      className="h-14 w-auto max-w-32 shrink-0 rounded-small bg-white object-contain p-1 sm:max-w-48"
    />
  );
