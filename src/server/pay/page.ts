import type { Company } from '../../shared/company';
import { html, Markup } from '../../shared/html';
import { palette as colour } from '../../shared/palette';
import type { Payable } from '../../shared/pay';
import { formatPrice } from '../../shared/store-sums';
import { formatDate, formatDay } from '../../shared/time';
import { type HtmlDocument, htmlDocument, screenFonts } from '../documents/html';
import { markSvg } from '../documents/papers/company-profile-art';

/** The words above the invoice: after a payment, after a payment that was given up, or the reason why none could be started. */
export type PayNotice = { kind: 'thanks' } | { kind: 'cancelled' } | { kind: 'refused'; text: string; amount?: string; tip?: string };

const DISPLAY = '"Bricolage Grotesque Variable",system-ui,sans-serif';
/** Colours of the page by the scheme of the client's device. Paper stays light. */
const LIGHT = {
  ...{ page: colour.sage100, paper: colour.paper, field: colour.paper, notice: colour.sage100, line: colour.line },
  ...{ ink: colour.ink, head: colour.pine900, muted: colour.muted, link: colour.pine700, focus: colour.pine600 },
  ...{ alert: '#fde8e4', 'alert-ink': '#8c1d0c' },
};
const DARK: Record<keyof typeof LIGHT, string> = {
  ...{ page: colour.pine950, paper: colour.pine900, field: colour.pine950, notice: colour.pine700, line: colour.pine700 },
  ...{ ink: colour.sage100, head: colour.paper, muted: colour.sage300, link: colour.sage200, focus: colour.citrus },
  ...{ alert: '#5c1a10', 'alert-ink': '#ffe4df' },
};
const toVariables = (colours: Record<string, string>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const STYLE = `
:root{color-scheme:light dark;${toVariables(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root{${toVariables(DARK)}}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;grid-template-rows:auto 1fr auto;background:var(--page);color:var(--ink);font:17px/1.5 "Figtree Variable",system-ui,sans-serif}
header,footer{padding:20px clamp(20px,5vw,56px)}
header a{display:inline-flex;align-items:center;gap:11px;min-height:44px;font:700 19px/1.1 ${DISPLAY};letter-spacing:-.02em;color:var(--head);text-decoration:none}
main{align-self:start;width:min(36rem,100% - 24px);margin:0 auto 24px;padding:clamp(20px,5vw,40px);border-radius:24px;background:var(--paper)}
h1{font:700 18px/1.3 ${DISPLAY};color:var(--muted)}
h2{margin-top:28px;font:700 19px/1.3 ${DISPLAY};color:var(--head)}
.sum{margin-top:6px;font:700 clamp(38px,11vw,52px)/1.05 ${DISPLAY};letter-spacing:-.03em;color:var(--head);font-variant-numeric:tabular-nums}
.due{margin-top:4px;color:var(--muted)}
.notice{margin-bottom:20px;padding:14px 16px;border-radius:14px;background:var(--notice);font-weight:600}
.refused{background:var(--alert);color:var(--alert-ink)}
p{margin-top:12px}
table{width:100%;margin-top:20px;border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:9px 0;border-top:1px solid var(--line);text-align:left;font-weight:400;vertical-align:top;overflow-wrap:anywhere}
td{padding-left:16px;text-align:right;white-space:nowrap}
tr.total td,tr.total th{font-weight:700}
form{display:grid;gap:14px;margin-top:24px}
label{display:grid;gap:6px;font-weight:600}
input{min-height:48px;width:100%;padding:10px 14px;border:1px solid var(--muted);border-radius:12px;background:var(--field);color:inherit;font:inherit;font-variant-numeric:tabular-nums}
button{min-height:52px;padding:12px 22px;border:0;border-radius:99px;background:${colour.citrus};color:${colour.pine950};font:inherit;font-size:18px;font-weight:700;cursor:pointer}
button:hover{filter:brightness(.96)}
dt{margin-top:14px;font-weight:600}
dd{margin:2px 0 0;white-space:pre-line;overflow-wrap:anywhere}
.quiet{color:var(--muted);font-size:15px}
a{color:var(--link);font-weight:600}
a[href^="tel:"]{white-space:nowrap}
footer{font-size:16px;color:var(--muted)}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
`.replace(/\n/g, '');

function frame({ name, phone, email }: Company, title: string, main: Markup, siteCss: string, more?: Markup): HtmlDocument {
  const fonts = screenFonts(siteCss);
  return htmlDocument({
    title: `${title} · ${name}`,
    style: fonts.style + STYLE,
    hasForm: true,
    head: html`${fonts.head}${more}`,
    body: html`<header><a href="/">${new Markup(markSvg)}${name}</a></header><main>${main}</main><footer>Questions? Call <a href="${phone.href}">${phone.display}</a> or write to <a href="mailto:${email}">${email}</a>.</footer>`,
  });
}

const row = (label: string, amount: string, look = ''): Markup =>
  html`<tr class="${look}"><th scope="row">${label}</th><td>${amount}</td></tr>`;

function sums(invoice: Payable): Markup {
  const { lines, serviceType, serviceDate, subtotal, taxes, total, credited, amountPaid, balance } = invoice;
  const services = lines.length > 0 ? lines : [{ description: serviceType, quantity: 1, price: subtotal }];
  const rows = [
    ...services.map(({ description, quantity, price }) =>
      row(
        quantity === 1 ? description : `${quantity} × ${description}, ${formatPrice(price)} each`,
        formatPrice((Number(price) * quantity).toFixed(2)),
      ),
    ),
    ...taxes.map(({ label, amount }) => row(label, formatPrice(amount))),
    row('Total', formatPrice(total), 'total'),
    ...(Number(credited) > 0 ? [row('Credited', formatPrice(`-${credited}`))] : []),
    ...(Number(amountPaid) > 0 ? [row('Paid so far', formatPrice(amountPaid))] : []),
    ...(balance === total ? [] : [row('Balance', formatPrice(balance), 'total')]),
  ];
  const day = invoice.isMonthly ? '' : ` on ${formatDay(serviceDate)}`;
  const when = invoice.isDeposit ? html`` : html`<p class="quiet">${serviceType}${day}</p>`;
  return html`${when}<table><tbody>${rows}</tbody></table>`;
}

const field = (name: string, label: string, value: string): Markup =>
  html`<label>${label}<input name="${name}" inputmode="decimal" autocomplete="off" value="${value}"></label>`;

function cardForm({ balance, allowsPartial, allowsTips }: Payable, token: string, notice?: PayNotice): Markup {
  const sent = notice?.kind === 'refused' ? notice : undefined;
  return html`<form method="post" action="/pay/${token}">${allowsPartial ? field('amount', 'Amount to pay', sent?.amount ?? balance) : html``}${allowsTips ? field('tip', 'Tip for the crew (optional)', sent?.tip ?? '') : html``}<button type="submit">Pay by card</button><p class="quiet">You enter your card on a secure page of Stripe. We never see or keep its number.</p></form>`;
}

const otherWays = ({ instructions, takesCards }: Payable): Markup =>
  html`<h2>${takesCards ? 'Other ways to pay' : 'How to pay'}</h2><dl>${instructions.map(({ name, text }) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`;

function above({ state, paidDate }: Payable, notice?: PayNotice): Markup {
  if (state === 'voided') return html`<p class="notice" role="status">This invoice was voided. Please do not pay it.</p>`;
  if (state === 'paid')
    return html`<p class="notice" role="status">${paidDate ? `Paid on ${formatDate(paidDate)}. Thank you!` : 'Nothing is owed on this invoice. Thank you!'}</p>`;
  if (notice?.kind === 'thanks')
    return html`<p class="notice" role="status">Thank you! We are waiting for the card company to confirm your payment, which takes a moment. There is nothing more to do.</p>`;
  if (notice?.kind === 'cancelled') return html`<p class="notice" role="status">Nothing was charged. You can pay whenever you like.</p>`;
  return notice ? html`<p class="notice refused" role="alert">${notice.text}</p>` : html``;
}

/** Returns the page of a payment link: the invoice, its balance and how to pay it. It has no script. */
export function payPage(company: Company, invoice: Payable, token: string, siteCss: string, notice?: PayNotice): HtmlDocument {
  const { state, invoiceNumber, isDeposit, balance, dueDate } = invoice;
  const title = `${isDeposit ? 'Deposit' : 'Invoice'} ${invoiceNumber}`;
  const isOpen = state === 'open';
  const owed = isOpen ? html`<p class="sum">${formatPrice(balance)}</p><p class="due">due ${formatDate(dueDate)}</p>` : html``;
  const isWaiting = notice?.kind === 'thanks';
  const ways = isOpen && !isWaiting ? html`${invoice.takesCards ? cardForm(invoice, token, notice) : html``}` : html``;
  const others = isOpen && !isWaiting ? otherWays(invoice) : html``;
  return frame(company, title, html`${above(invoice, notice)}<h1>${title}</h1>${owed}${ways}${sums(invoice)}${others}`, siteCss);
}

/** Returns the page of a link that leads to no invoice. */
export const unknownPayPage = (company: Company, siteCss: string): HtmlDocument =>
  frame(
    company,
    'This link does not work',
    html`<h1>This payment link is not valid.</h1><p>Part of the link may be missing. Please open it from your invoice again, or call us.</p>`,
    siteCss,
  );

/** Returns a page that leads on to the card page. A redirect of the form itself would need that page in the policy of every page. */
export const forwardPage = (company: Company, url: string, siteCss: string): HtmlDocument =>
  frame(
    company,
    'Opening the card page',
    html`<h1>Opening the secure card page…</h1><p><a href="${url}">Continue to the card page</a> if it does not open by itself.</p>`,
    siteCss,
    html`<meta http-equiv="refresh" content="0;url=${url}">`,
  );
