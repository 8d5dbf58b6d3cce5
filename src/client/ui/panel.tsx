import { type ReactNode, useId } from 'react';

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-4 rounded-card border border-line bg-paper p-5">
      <h2 id={id} className="font-bold text-lg [overflow-wrap:anywhere]">
        {title}
      </h2>
      {children}
    </section>
  );
}
