import { type ReactNode, useId } from 'react';

/** Shows the title of a page. */
export const Title = ({ children }: { children: ReactNode }) => (
  <h1 tabIndex={-1} className="font-bold text-[28px] outline-none sm:text-4xl">
    {children}
  </h1>
);

/** Shows a part of a page as a card under its title. */
export function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-4 rounded-card border border-line bg-paper p-4 shadow-card sm:p-6"
    >
      <h2 id={id} className="font-bold text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Shows actions side by side, on a phone below each other in full width. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-3 empty:hidden max-sm:*:w-full">{children}</div>
);

export const Notice = ({ children }: { children: ReactNode }) => (
  <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{children}</p>
);
