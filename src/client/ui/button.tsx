import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { passFocusOnRemoval } from './focus';

type ButtonProps = {
  label: ReactNode;
  /** Added to the label for screen readers, to tell equal buttons apart. */
  about?: string;
  look?: string;
  /** True to begin with a plus. The first such button of a screen is also pressed by the key `n`. */
  isNew?: boolean;
  onPress: () => void;
};

export const Button = ({ label, about, look = 'button-ghost', isNew = false, onPress }: ButtonProps) => (
  <button
    ref={passFocusOnRemoval}
    type="button"
    className={look}
    data-action={typeof label === 'string' ? label : undefined}
    data-new={isNew || undefined}
    onClick={onPress}
  >
    {isNew && (
      <>
        <span aria-hidden="true">+</span>{' '}
      </>
    )}
    {label}
    {about && <span className="sr-only">, {about}</span>}
  </button>
);

type AnchorProps = Omit<ComponentProps<'a'>, 'className' | 'children'> & { label: ReactNode; about?: string; look?: string };

const Anchor = ({ label, about, look = 'button-ghost', ...link }: AnchorProps) => (
  <a {...link} className={look}>
    {label}
    {about && <span className="sr-only">, {about}</span>}
  </a>
);

/** Links to another screen, in the look of a button or of a text. */
export const ScreenLink = createLink(Anchor);

export const TEXT_LINK = 'inline-flex items-center text-pine-700 underline underline-offset-4 max-lg:min-h-11';
