import { company } from '../../shared/company';
import type { StaffOrder } from '../../shared/store';
import { showOrderNumber } from '../../shared/store-sums';
import { businessDay, showDay } from '../../shared/time';
import { type HtmlDocument, html, htmlDocument } from './html';
import { palette } from './palette';

const STYLE = `
:root { color: ${palette.ink}; background: ${palette.paper}; font: 16px/1.5 Figtree, "Segoe UI", system-ui, sans-serif; }
* { box-sizing: border-box; }
body { max-width: 190mm; margin: 0 auto; padding: 24px 20px 48px; }
.bar { display: flex; justify-content: flex-end; margin-bottom: 16px; }
button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 10px; background: ${palette.pine900}; color: ${palette.paper}; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible, input:focus-visible { outline: 3px solid ${palette.pine600}; outline-offset: 2px; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 16px 32px; padding-bottom: 16px; border-bottom: 3px solid ${palette.pine900}; }
.company { margin: 0; font-size: 20px; font-weight: 700; }
.facts { margin: 4px 0 0; color: ${palette.muted}; font-size: 14px; }
h1 { margin: 0; font-size: 28px; line-height: 1.15; }
.number p { margin: 4px 0 0; font-variant-numeric: tabular-nums; }
.stop { margin: 20px 0 0; padding: 12px 16px; border: 2px solid #a3261b; border-radius: 10px; color: #a3261b; font-weight: 700; }
h2 { margin: 28px 0 4px; font-size: 14px; color: ${palette.muted}; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; margin-top: 28px; border-collapse: collapse; }
th { padding: 8px; border-bottom: 2px solid ${palette.pine900}; font-size: 14px; text-align: left; }
td { padding: 10px 8px; border-bottom: 1px solid ${palette.line}; overflow-wrap: anywhere; }
tr { break-inside: avoid; }
.check { width: 64px; text-align: center; }
.count { width: 96px; text-align: right; font-variant-numeric: tabular-nums; font-weight: 700; }
input { width: 22px; height: 22px; margin: 0; vertical-align: middle; accent-color: ${palette.pine900}; }
.sum { margin: 12px 8px 0; text-align: right; font-weight: 700; }
.signed { display: flex; flex-wrap: wrap; gap: 16px 32px; margin-top: 48px; break-inside: avoid; }
.signed span { flex: 1 1 200px; padding-top: 6px; border-top: 1px solid ${palette.ink}; font-size: 14px; }
@media print { body { max-width: none; padding: 0; } .bar { display: none; } @page { margin: 16mm; } }
`;
const SCRIPT = `document.getElementById('print').addEventListener('click', function () { window.print(); });`;

const row = ({ name, quantity }: StaffOrder['items'][number]) =>
  html`<tr><td class="check"><input type="checkbox" aria-label="Packed: ${name}"></td><td class="count">${quantity}</td><td>${name}</td></tr>`;

/** The slip an order is packed by: where it goes, what goes in, boxes to tick, and no prices. */
export function packingSlip(order: StaffOrder): HtmlDocument {
  const number = showOrderNumber(order.orderNumber);
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const stop = order.status === 'cancelled' ? html`<p class="stop">This order was cancelled. Do not send it.</p>` : undefined;
  const notes = order.orderNotes ? html`<h2>Notes</h2><p class="text">${order.orderNotes}</p>` : undefined;
  const body = html`<div class="bar"><button type="button" id="print">Print</button></div>
<header class="head">
<div><p class="company">${company.name}</p><p class="facts">${`${company.city}, ${company.region}`}<br>${company.phone.display}<br>${company.email}</p></div>
<div class="number"><h1>Packing slip</h1><p><strong>${number}</strong></p><p>${showDay(businessDay(order.createdAt))}</p></div>
</header>
<main>
${stop}
<h2>Deliver to</h2>
<p class="text">${`${order.customerName}\n${order.shippingAddress}\n${order.customerPhone}`}</p>
${notes}
<table>
<thead><tr><th scope="col" class="check">Packed</th><th scope="col" class="count">Quantity</th><th scope="col">Product</th></tr></thead>
<tbody>${order.items.map(row)}</tbody>
</table>
<p class="sum">${pieces} ${pieces === 1 ? 'piece' : 'pieces'} in all</p>
<div class="signed"><span>Packed by</span><span>Date</span></div>
</main>`;
  return htmlDocument({ title: `Packing slip ${number} – ${company.name}`, style: STYLE, script: SCRIPT, body });
}
