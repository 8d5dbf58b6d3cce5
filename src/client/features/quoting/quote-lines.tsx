import { type ReactNode, useId } from 'react';
import { parseCents } from '../../../shared/money';
import { formatMoney, formatPrice } from '../../../shared/store-sums';
import type { ShownQuote } from './quote-amounts';

type Line = ShownQuote['lines'][number];

const getAmount = ({ price, quantity }: Line): string => formatMoney((parseCents(price) ?? 0) * quantity);
const formatEach = ({ price, quantity }: Line): string => `${quantity} × ${formatPrice(price)}`;

const LineList = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="divide-y divide-line">
    {lines.map((line) => (
      <li key={line.id} className="flex items-baseline justify-between gap-4 py-3 first:pt-0 last:pb-0">
        <div className="min-w-0">
          {line.description}
          {line.quantity > 1 && <span className="block text-muted text-sm tabular-nums">{formatEach(line)}</span>}
        </div>
        <span className="shrink-0 font-semibold tabular-nums">{getAmount(line)}</span>
      </li>
    ))}
  </ul>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-bold text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
};

/** Shows the lines that are not optional; after the approval also those that the client chose. */
export const IncludedLines = ({ quote: { lines } }: { quote: ShownQuote }) => (
  <Part title="What is included">
    <LineList lines={lines.filter(({ isOptional, isChosen }) => !isOptional || isChosen)} />
  </Part>
);

/** Shows the optional lines of a quote that can no longer be approved. */
export function ChosenLines({ quote: { lines, status } }: { quote: ShownQuote }) {
  const others = lines.filter(({ isOptional, isChosen }) => isOptional && !isChosen);
  if (others.length === 0) return null;
  return (
    <Part title={status === 'approved' ? 'Not included' : 'Optional extras'}>
      <div className="text-muted">
        <LineList lines={others} />
      </div>
    </Part>
  );
}

type ExtraChoiceProps = { quote: ShownQuote; chosen: readonly number[]; onChoose: (id: number, isChosen: boolean) => void };

/** Offers the optional lines, each as a checkbox. */
export function ExtraChoice({ quote: { lines }, chosen, onChoose }: ExtraChoiceProps) {
  const extras = lines.filter(({ isOptional }) => isOptional);
  if (extras.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-bold font-display text-lg">Optional extras</legend>
      <p className="text-muted text-sm noscript:hidden">Tick what you would like to add.</p>
      {extras.map((line) => (
        <Extra key={line.id} line={line} isChosen={chosen.includes(line.id)} onChoose={(isChosen) => onChoose(line.id, isChosen)} />
      ))}
    </fieldset>
  );
}

type ExtraProps = { line: Line; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function Extra({ line, isChosen, onChoose }: ExtraProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-13 items-center gap-3 rounded-small border border-control px-3.5 py-2.5 has-checked:border-pine-700 has-checked:bg-sage-100">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-price`}
        className="relative z-1 size-5 shrink-0 accent-pine-700 noscript:hidden"
        checked={isChosen}
        // A box that was ticked before hydration stays ticked.
        ref={(box) => {
          if (box?.checked && !isChosen) onChoose(true);
        }}
        onChange={(event) => onChoose(event.target.checked)}
      />
      {/* The label covers the row, so that all of it can be pressed. */}
      <label htmlFor={id} className="min-w-0 grow cursor-pointer after:absolute after:inset-0">
        {line.description}
      </label>
      <span id={`${id}-price`} className="shrink-0 text-right font-semibold tabular-nums">
        {getAmount(line)}
        {line.quantity > 1 && <span className="block font-normal text-muted text-sm">{formatEach(line)}</span>}
      </span>
    </div>
  );
}
