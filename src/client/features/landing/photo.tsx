import type { PagePhoto } from '../../../shared/website-schemas';

type PhotoProps = { photo: PagePhoto; sizes: string; className: string };

/** Shows a photo of the owner below the first view, in the copy that fits the window. */
export const Photo = ({ photo: { avif, webp, alt, ...image }, sizes, className }: PhotoProps) => (
  <picture>
    <source type="image/avif" srcSet={avif} sizes={sizes} />
    <source type="image/webp" srcSet={webp} sizes={sizes} />
    <img loading="lazy" decoding="async" alt={alt} className={className} {...image} />
  </picture>
);
