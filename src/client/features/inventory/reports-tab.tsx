import { type CsvReport, csvPath } from '../../../shared/inventory';
import { Panel } from '../../ui/panel';
import { SaveButton } from './save-button';

const REPORTS: readonly (readonly [CsvReport, name: string, text: string])[] = [
  ['summary', 'Summary', 'The figures of the overview, one to a line.'],
  ['detailed', 'Detailed', 'Every product with cost, price, margin, rating, stock, supplier and taxes.'],
  ['profit-analysis', 'Profit Analysis', 'Unit and potential profit of each product, and what was sold and earned so far.'],
  ['low-stock', 'Low Stock', 'What is out or at its reorder level, with the quantity to order and its cost.'],
  ['category-report', 'Category Report', 'Products, units, values, margins and sales by category.'],
];

export const ReportsTab = () => (
  <section aria-labelledby="reports-title" className="grid gap-4">
    <div>
      <h2 id="reports-title" className="font-bold text-xl">
        Financial Reports
      </h2>
      <p className="mt-1 text-muted">As CSV files that open in any spreadsheet, with the figures of this moment.</p>
    </div>
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {REPORTS.map(([report, name, text]) => (
        <li key={report} className="grid *:h-full">
          <Panel title={name}>
            <p className="text-muted">{text}</p>
            <div>
              <SaveButton
                look="button-dark max-sm:w-full"
                label="Download"
                busy="Downloading..."
                about={name}
                path={csvPath(report)}
                nameOtherwise={`${report}.csv`}
                done="Report Downloaded"
              />
            </div>
          </Panel>
        </li>
      ))}
    </ul>
  </section>
);
