// Separate from the schemas so that public pages can import it without zod.

/** The places of the owner's photos on the landing page. `before` and `after` appear together, `van` and the extras in one row. */
export const PHOTO_PLACES = ['crew', 'before', 'after', 'van', 'first-extra', 'second-extra'] as const;
export type PhotoPlace = (typeof PHOTO_PLACES)[number];

/** An uploaded photo. `name` begins the names of its files and ends with its size: "6f1c…-1280x853". */
export type SitePhoto = { name: string; alt: string };
export type SitePhotos = Record<PhotoPlace, SitePhoto | null>;

export const NO_PHOTOS: SitePhotos = { crew: null, before: null, after: null, van: null, 'first-extra': null, 'second-extra': null };

/** A review on the landing page. `source` says where it was published, `date` is its day; both may be unknown. */
export type Testimonial = { name: string; role: string; text: string; rating: number; source: string | null; date: string | null };

/** The headline of the landing page and the sentence below it. */
export type HeroWords = { headline: string; lead: string };

/** The longest side of a stored photo, in pixels: twice the largest size on the page. */
export const PHOTO_BOX = 1280;
/** Widths of the smaller copies. */
const SMALLER_WIDTHS = [480, 800];
/** The formats of each copy, the smallest first. Browsers take the first that they know. */
export const PHOTO_FORMATS = ['avif', 'webp'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** Returns the size in the name of a photo. */
export function photoSize(name: string): { width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)$/.exec(name) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** Returns the widths of a photo's copies, ascending; the last is the photo's own. */
export function photoWidths(name: string): number[] {
  const { width } = photoSize(name);
  return [...SMALLER_WIDTHS.filter((smaller) => smaller < width), width];
}

export const photoFile = (name: string, width: number, format: PhotoFormat): string => `${name}-${width}.${format}`;

/** Returns the names of all files of a photo. */
export const photoFiles = (name: string): string[] =>
  photoWidths(name).flatMap((width) => PHOTO_FORMATS.map((format) => photoFile(name, width, format)));
