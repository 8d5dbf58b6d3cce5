import { html, Markup } from '../../../shared/html';
import { palette as colour } from '../../../shared/palette';
import { PRINT_DELAY_MS } from '../../../shared/printing';
import type { Profile } from '../../../shared/profile';
import { fontFaces, type HtmlDocument, htmlDocument } from '../html';
import { type Logo, logoDataUrl } from '../logo';
import { coverSvg, markSvg } from './company-profile-art';

// A browser without a print dialog fires no print events, so the window closes after another half second.
const SCRIPT = `let began=false;addEventListener("beforeprint",()=>{began=true});addEventListener("afterprint",()=>close());setTimeout(()=>{print();setTimeout(()=>began||close(),500)},${PRINT_DELAY_MS})`;

const DISPLAY = '"Bricolage Grotesque Variable",system-ui,sans-serif';
const STYLE = `
@page{size:letter;margin:0}
*{box-sizing:border-box;margin:0;padding:0}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{background:${colour.sage200};color:${colour.ink};font:13.5px/1.5 "Figtree Variable",system-ui,sans-serif}
ul,ol{list-style:none}
h1,h2,h3,.figures b,.brand,blockquote{font-family:${DISPLAY};letter-spacing:-.02em;line-height:1.08}
h2{font-size:25px}h3{font-size:16px}
.sheet{display:flex;flex-direction:column;width:8.5in;height:11in;margin:24px auto;background:#fff;overflow:hidden}
.band{background:${colour.pine900};color:#fff;padding:52px 56px 0}
.brand{display:flex;align-items:center;gap:11px;font-weight:700;font-size:19px}
.brand img{height:44px;max-width:230px;padding:6px 8px;border-radius:8px;background:#fff;object-fit:contain}
.front{display:grid;grid-template-columns:1fr 400px;gap:36px;align-items:end}
.front>div{align-self:center}
.front svg{display:block;width:400px;height:auto;margin-top:56px}
h1{font-size:62px;font-weight:700}
.lead{margin-top:18px;font-size:17px;color:#dbe7e1}
.figures{display:grid;grid-template-columns:repeat(4,1fr);background:${colour.citrus};color:${colour.pine950};padding:20px 56px}
.figures b{display:block;font-size:34px;font-weight:700}
.columns{display:grid;grid-template-columns:1fr 1.25fr;gap:52px;padding:46px 56px 0;font-size:14.5px}
.columns p{margin-top:13px}
blockquote{margin-top:26px;padding-top:20px;border-top:2px solid ${colour.pine600};font-size:21px;font-weight:600;line-height:1.25;color:${colour.pine700}}
cite{display:block;margin-top:10px;font:500 13px/1.4 "Figtree Variable",system-ui,sans-serif;letter-spacing:0;color:${colour.muted}}
.inside{flex:1;padding:48px 56px 0}
.inside>section+section{margin-top:32px}
.services{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin-top:16px}
.services li{padding:17px 18px;border-radius:12px;background:${colour.sage100}}
.services li:last-child{background:${colour.citrus}}
.services p{margin-top:6px}
.reasons{display:grid;grid-template-columns:repeat(2,1fr);gap:18px 40px;margin-top:18px;counter-reset:reason}
.reasons p{margin-top:2px}
.reasons li{position:relative;padding-left:46px;counter-increment:reason}
.reasons li::before{content:counter(reason);position:absolute;left:0;top:-2px;width:32px;height:32px;border-radius:50%;background:${colour.pine900};color:#fff;font:700 15px/32px ${DISPLAY};text-align:center}
.areas p{margin-top:10px}
.towns{display:flex;flex-wrap:wrap;gap:6px;margin-top:14px}
.towns li{padding:5px 10px;font-size:13px;border:1.5px solid ${colour.sage300};border-radius:99px;font-weight:600;color:${colour.pine700}}
.contact{background:${colour.pine900};color:#fff;padding:34px 56px 26px}
.contact dl{display:grid;grid-template-columns:.9fr 1.5fr 1.25fr 1fr;gap:20px;margin-top:18px}
.contact dt{font-size:12.5px;color:${colour.sage300}}
.contact dd{font-weight:600}
.legal{margin-top:26px;padding-top:14px;border-top:1px solid rgb(255 255 255/.2);font-size:12px;color:${colour.sage200}}
@media print{body{background:#fff}.sheet{margin:0;break-after:page}.sheet:last-child{break-after:auto}}
@media screen and (max-width:850px){.sheet{width:100%;height:auto;margin:0}.front,.columns,.services,.reasons,.contact dl{grid-template-columns:1fr}.figures{grid-template-columns:1fr 1fr;gap:14px}.band,.figures,.columns,.inside,.contact{padding-left:22px;padding-right:22px}.columns{padding-bottom:36px}.inside{padding-bottom:36px}.front svg{width:100%}}
`.replace(/\n/g, '');

const paragraphs = (texts: readonly string[]) => texts.map((text) => html`<p>${text}</p>`);

const drawLogo = (logo: Logo | undefined): Markup =>
  logo === undefined ? html`` : 'svg' in logo ? new Markup(logo.svg) : html`<img src="${logoDataUrl(logo)}" alt="">`;

const front = (
  { name, title, lead, figures, headings, overview, founder }: Profile,
  logo: Logo | undefined,
) => html`<section class="sheet"><header class="band"><p class="brand">${drawLogo(logo)}${name}</p>
<div class="front"><div><h1>${title}</h1><p class="lead">${lead}</p></div>${new Markup(coverSvg)}</div></header>
<ul class="figures">${figures.map(([figure, label]) => html`<li><b>${figure}</b> ${label}</li>`)}</ul>
<div class="columns"><section><h2>${headings.overview}</h2>${paragraphs(overview)}
<blockquote>“${founder.quote}”<cite>${founder.name}, ${founder.role}</cite></blockquote></section>
<section><h2>${headings.founder}</h2>${paragraphs(founder.story)}</section></div></section>`;

const drawServices = ({ headings, services }: Profile) =>
  html`<section><h2>${headings.services}</h2><ul class="services">${services.map(
    ({ name, text }) => html`<li><h3>${name}</h3><p>${text}</p></li>`,
  )}</ul></section>`;

const drawReasons = ({ headings, reasons }: Profile) =>
  html`<section><h2>${headings.reasons}</h2><ol class="reasons">${reasons.map(
    ([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`,
  )}</ol></section>`;

const drawAreas = ({ headings, areas, towns }: Profile) =>
  html`<section class="areas"><h2>${headings.areas}</h2><p>${areas}</p><ul class="towns">${towns.map(
    (town) => html`<li>${town}</li>`,
  )}</ul></section>`;

const foot = ({ headings, contact, legal }: Profile) =>
  html`<footer class="contact"><h2>${headings.contact}</h2><dl>${contact.map(
    ({ label, lines }) => html`<div><dt>${label}</dt>${lines.map((line) => html`<dd>${line}</dd>`)}</div>`,
  )}</dl><p class="legal">${legal}</p></footer>`;

/** Returns the company profile as two letter-size sheets that print themselves, in the fonts of `siteCss`. */
export const companyProfileDocument = (profile: Profile, siteCss: string, logo: Logo | undefined = { svg: markSvg }): HtmlDocument =>
  htmlDocument({
    title: `${profile.title} · ${profile.name}`,
    style: fontFaces(siteCss) + STYLE,
    script: SCRIPT,
    body: html`<main>${front(profile, logo)}<section class="sheet"><div class="inside">${drawServices(profile)}${drawReasons(profile)}${drawAreas(profile)}</div>${foot(profile)}</section></main>`,
  });
