import type { Company } from '../../shared/company';
import { html, Markup } from '../../shared/html';
import { palette as colour } from '../../shared/palette';
import { type HtmlDocument, htmlDocument, screenFonts } from '../documents/html';
import { markSvg } from '../documents/papers/company-profile-art';

/** `ask` shows the button to unsubscribe; `off` and `on` say what was just changed. */
export type SubscriptionState = 'ask' | 'off' | 'on';
type Shown = { state: SubscriptionState; token: string } | { state: 'unknown' };

const DISPLAY = '"Bricolage Grotesque Variable",system-ui,sans-serif';
const STYLE = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;grid-template-rows:auto 1fr auto;background:${colour.sage100};color:${colour.ink};font:18px/1.55 "Figtree Variable",system-ui,sans-serif}
header,footer{padding:24px clamp(20px,5vw,56px)}
header a{display:inline-flex;align-items:center;gap:11px;min-height:44px;font:700 20px/1.1 ${DISPLAY};letter-spacing:-.02em;color:${colour.pine900};text-decoration:none}
main{align-self:center;width:min(36rem,100% - 40px);margin:0 auto;padding:clamp(28px,6vw,52px);border-radius:24px;background:${colour.paper}}
h1{font:700 clamp(30px,6vw,42px)/1.08 ${DISPLAY};letter-spacing:-.02em;color:${colour.pine900}}
p{margin-top:16px}
form{margin-top:28px}
button{min-height:48px;padding:10px 22px;border:2px solid ${colour.pine700};border-radius:99px;background:none;color:${colour.pine700};font:inherit;font-size:17px;font-weight:600;cursor:pointer}
button:hover{background:${colour.sage100}}
a{color:${colour.pine700};font-weight:600}
a[href^="tel:"]{white-space:nowrap}
footer{font-size:16px;color:${colour.muted}}
a:focus-visible,button:focus-visible{outline:3px solid ${colour.pine600};outline-offset:3px}
`.replace(/\n/g, '');

const WORDS = {
  ask: [
    'Unsubscribe?',
    'Press the button to stop news, offers and reminders of this kind. You will still get messages about your bookings, orders and invoices.',
  ],
  off: [
    'You are unsubscribed',
    'You will get no more news, offers or reminders of this kind from us. You will still get messages about your bookings, orders and invoices.',
  ],
  on: ['Welcome back', 'You will hear from us again now and then. Each message has a link to unsubscribe.'],
  unknown: [
    'This link does not work',
    'It may have been cut off by a mail program. Please open the link in the message again, or write to us and we will take you off the list.',
  ],
} as const;

const button = (shown: Shown): Markup => {
  if (shown.state === 'unknown') return html``;
  const [path, words] = shown.state === 'off' ? ['/again', 'Subscribe again'] : ['', 'Unsubscribe'];
  return html`<form method="post" action="/unsubscribe/${shown.token}${path}"><button type="submit">${words}</button></form>`;
};

export function subscriptionPage({ name, phone, email }: Company, shown: Shown, siteCss: string): HtmlDocument {
  const [title, text] = WORDS[shown.state];
  const fonts = screenFonts(siteCss);
  return htmlDocument({
    title: `${title} · ${name}`,
    style: fonts.style + STYLE,
    hasForm: true,
    head: fonts.head,
    body: html`<header><a href="/">${new Markup(markSvg)}${name}</a></header><main><h1>${title}</h1><p>${text}</p>${button(shown)}</main><footer>Questions? Call <a href="${phone.href}">${phone.display}</a> or write to <a href="mailto:${email}">${email}</a>.</footer>`,
  });
}
