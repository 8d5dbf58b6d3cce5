import { type ReactNode, useRef } from 'react';
import { IMAGE_LIMIT } from '../../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../../shared/picture-errors';
import type { CallError } from '../../call-error';
import { sessionFetch } from '../../session-fetch';
import { ActionButton } from '../../ui/action-button';

export function postPicture(path: string, image: File): Promise<Response> {
  const body = new FormData();
  body.set('image', image);
  return sessionFetch(path, { method: 'POST', body });
}

/** Returns the server's sentence about the file, or `failure` for any other fault. */
export const describeProblem = ({ message, data }: CallError, failure: string): string =>
  data?.httpStatus === 400 || data?.httpStatus === 413 ? message : failure;

type PictureChooserProps = {
  /** The name of the file field. */
  label: string;
  action?: string;
  about?: string;
  look?: string;
  isPending: boolean;
  problem: string | undefined;
  onProblem: (problem: string) => void;
  onChoose: (image: File) => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** Shows a button that chooses a picture, and what is wrong with it. Hands on only files that may be pictures. */
export function PictureChooser(props: PictureChooserProps) {
  const { label, action = 'Upload', about, look = 'button-dark', isPending, problem, onProblem, onChoose, children } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (image: File) => {
    if (image.size > IMAGE_LIMIT) onProblem(PICTURE_TOO_LARGE);
    else if (!image.type.startsWith('image/')) onProblem(NOT_AN_IMAGE);
    else onChoose(image);
  };
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const image = target.files?.[0];
          // Emptied so that the same file can be chosen again.
          target.value = '';
          if (image) choose(image);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton
          look={look}
          label={action}
          isPending={isPending}
          onPress={() => chooser.current?.click()}
          {...(about !== undefined && { about })}
        />
        {children}
      </div>
      <p role="alert" className="font-medium text-red-600 text-sm empty:hidden">
        {problem}
      </p>
    </>
  );
}
