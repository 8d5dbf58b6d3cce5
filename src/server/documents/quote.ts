import { addDays } from '../../shared/calendar-day';
import type { Company } from '../../shared/company';
import { QUOTE_VALID_DAYS, quoteNumberOf } from '../../shared/invoices';
import type { Invoice } from '../../shared/invoices-schemas';
import { showDay } from '../../shared/time';
import { invoiceNotes, invoiceParties, itemTable, totalSums } from './invoice';
import type { Paper } from './paper';

/** Returns the work of an invoice as a quote that is dated `day` and valid for `QUOTE_VALID_DAYS`. */
export function quotePaper(invoice: Invoice, company: Company, day: string): Paper {
  const number = quoteNumberOf(invoice.invoiceNumber);
  return {
    name: `Quote ${number}`,
    title: 'QUOTE',
    number,
    facts: [
      { label: 'Date', text: showDay(day) },
      { label: 'Valid until', text: showDay(addDays(day, QUOTE_VALID_DAYS)) },
      { label: 'Service date', text: showDay(invoice.serviceDate) },
    ],
    parties: invoiceParties(invoice, 'Quote for'),
    tables: [itemTable(invoice)],
    sums: totalSums(invoice),
    notes: invoiceNotes(invoice),
    footer: [`This quote is good for ${QUOTE_VALID_DAYS} days. To accept it, call ${company.phone.display} or write to ${company.email}.`],
  };
}
