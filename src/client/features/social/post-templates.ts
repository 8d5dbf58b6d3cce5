import type { PostType } from '../../../shared/social';

export type PostTemplate = { name: string; type: PostType; content: string };

/**
 * The three templates that fill the box. They claim nothing about the company that could be untrue; facts that only the owner knows
 * stand in brackets.
 */
export const templatesFor = (company: string): readonly PostTemplate[] => [
  {
    name: 'Monday Motivation',
    type: 'cleaning-tip',
    content: `Monday Motivation: pick one surface and clear it before the day begins. A clean counter makes the rest of the week feel possible. Which one is yours? – ${company}`,
  },
  {
    name: 'Transformation Tuesday',
    type: 'customer-story',
    content: `Transformation Tuesday: before, [what it looked like]. After, [what we did]. It took our team [how long], and the room is ready to be lived in again. – ${company}`,
  },
  {
    name: 'Service Spotlight',
    type: 'service-highlight',
    content: `Service Spotlight: [service]. It is for [whom], and this is what is included: [what we do]. Ask us for a quote. – ${company}`,
  },
];

/** Returns the origin of a text: the text of a template begins with its name. */
export const getSource = (content: string): 'template' | 'manual' =>
  templatesFor('').some(({ name }) => content.startsWith(`${name}:`)) ? 'template' : 'manual';
