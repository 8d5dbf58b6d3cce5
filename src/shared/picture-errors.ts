/** What a picture is told that is too large or none (back-office.md §5). */
export const PICTURE_TOO_LARGE = 'File size must be less than 5MB';
export const NOT_AN_IMAGE = 'Please select an image file';
