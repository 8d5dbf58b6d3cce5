import { type ReactNode, useCallback, useRef } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/public/field';
import { ProductImage } from '../../ui/public/product-image';
import { PICTURE_KINDS } from './pictures';

export type Picture = { kind: 'kept'; url: string | null } | { kind: 'chosen'; file: Blob };

type PictureFieldProps = {
  picture: Picture;
  error: string | undefined;
  /** The current step of the picture in words, such as "Uploading..."; undefined while idle. */
  busy: string | undefined;
  onChoose: (file: File) => void;
  onRemove: () => void;
  children?: ReactNode;
};

export function PictureField({ picture, error, busy, onChoose, onRemove, children }: PictureFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const hasPicture = picture.kind === 'chosen' || picture.url !== null;
  const remove = () => {
    onRemove();
    chooser.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <Field label="Image" error={error} hint="JPEG, PNG, WebP or GIF of up to 5 MB.">
        {(control) => (
          <input
            {...control}
            ref={chooser}
            type="file"
            accept={PICTURE_KINDS}
            className={`${control.className} file:mr-3 file:rounded-full file:border-0 file:bg-sage-200 file:px-4 file:py-1.5 file:font-semibold`}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // Emptied so that the same file can be chosen again.
              target.value = '';
              if (file) onChoose(file);
            }}
          />
        )}
      </Field>
      {hasPicture && (
        <div className="flex flex-wrap items-center gap-3">
          {picture.kind === 'chosen' ? (
            <ChosenPicture file={picture.file} />
          ) : (
            <ProductImage url={picture.url} name="Preview of the product" className={PREVIEW} />
          )}
          <div className="flex flex-wrap gap-2">
            {children}
            <Button label="Remove Image" onPress={remove} />
          </div>
        </div>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {busy}
      </p>
    </div>
  );
}

const PREVIEW = 'size-28 rounded-small border border-line bg-sage-50 object-contain';

function ChosenPicture({ file }: { file: Blob }) {
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={ref} alt="Preview of the product" width={112} height={112} className={PREVIEW} />;
}
