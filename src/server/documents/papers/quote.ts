import { addDays } from '../../../shared/calendar-day';
import type { Company } from '../../../shared/company';
import { getQuoteNumber, QUOTE_VALID_DAYS } from '../../../shared/invoices';
import type { Invoice } from '../../../shared/invoices-schemas';
import { formatDay } from '../../../shared/time';
import type { Paper } from '../paper';
import { invoiceNotes, invoiceParties, itemTable, totalSums } from './invoice';

/** Returns the work of an invoice as a quote that is dated `day` and valid for `QUOTE_VALID_DAYS`. */
export function quotePaper(invoice: Invoice, company: Company, day: string): Paper {
  const number = getQuoteNumber(invoice.invoiceNumber);
  return {
    name: `Quote ${number}`,
    title: 'QUOTE',
    number,
    facts: [
      { label: 'Date', text: formatDay(day) },
      { label: 'Valid until', text: formatDay(addDays(day, QUOTE_VALID_DAYS)) },
      { label: 'Service date', text: formatDay(invoice.serviceDate) },
    ],
    parties: invoiceParties(invoice, 'Quote for'),
    tables: [itemTable(invoice)],
    sums: totalSums(invoice),
    notes: invoiceNotes(invoice),
    footer: [`This quote is good for ${QUOTE_VALID_DAYS} days. To accept it, call ${company.phone.display} or write to ${company.email}.`],
  };
}
