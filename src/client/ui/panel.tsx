import { type ReactNode, useId } from 'react';

type SectionProps = {
  title: ReactNode;
  text?: ReactNode;
  /** The anchor that addresses lead to. */
  id?: string;
  gap?: 'gap-3' | 'gap-4';
  children: ReactNode;
};

/** Shows a part of a screen under its title. */
export function Section({ title, text, id, gap = 'gap-4', children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={`grid ${id ? 'scroll-mt-24' : ''} ${gap}`}>
      <div>
        <h2 id={titleId} className="font-bold text-xl">
          {title}
        </h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shows a part of a screen as a card under its title; in a drawer, as a part between lines. */
export function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-card border border-line bg-paper p-5 in-data-drawer-body:gap-3 in-data-drawer-body:rounded-none in-data-drawer-body:border-x-0 in-data-drawer-body:border-b-0 in-data-drawer-body:p-0 in-data-drawer-body:pt-4 in-data-drawer-body:first:border-t-0 in-data-drawer-body:first:pt-0"
    >
      <h2 id={id} className="font-bold text-lg [overflow-wrap:anywhere] in-data-drawer-body:text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}
