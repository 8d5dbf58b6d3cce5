/** Domains that say nothing about an employer: large free services, Canadian access providers, and those of RFC 2606. */
const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com icloud.com me.com mac.com aol.com aim.com msn.com passport.com mail.com email.com usa.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tuta.io tuta.com fastmail.com fastmail.fm hushmail.com zoho.com
  zohomail.com hey.com duck.com inbox.com yandex.com yandex.ru mail.ru qq.com 163.com 126.com naver.com daum.net web.de
  t-online.de freenet.de orange.fr free.fr laposte.net wanadoo.fr comcast.net verizon.net att.net sbcglobal.net bellsouth.net
  cox.net charter.net earthlink.net btinternet.com
  shaw.ca shawbiz.ca shawcable.com telus.net telusplanet.net rogers.com bell.net sympatico.ca videotron.ca cogeco.ca
  cogeco.net eastlink.ca ns.sympatico.ca nb.sympatico.ca mts.net mymts.net sasktel.net accesscomm.ca tbaytel.net northwestel.net
  xplornet.com xplornet.ca xplore.ca novuscom.net teksavvy.com execulink.com ciaccess.com uniserve.com cablelan.net netidea.com
  bcwireless.net alumni.ubc.ca
  example.com example.org example.net`.split(/\s+/),
);
/** Free services with a domain in each country, such as yahoo.ca and hotmail.co.uk. */
const FREE_MAIL_BRANDS = /^(yahoo|ymail|rocketmail|hotmail|outlook|live|gmx)\.[a-z]{2,3}(\.[a-z]{2})?$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/;

/** The domain of an address that only the people of an organisation have, in small letters; undefined for any other text. */
export function findCompanyDomain(email: string | null): string | undefined {
  const domain = email?.trim().toLowerCase().split('@').slice(1).join('@') ?? '';
  if (domain.length > 253 || !DOMAIN.test(domain)) return undefined;
  return FREE_MAIL_DOMAINS.has(domain) || FREE_MAIL_BRANDS.test(domain) ? undefined : domain;
}

/** Words in a name that people do not have but businesses do; surnames such as Church and Banks are left out on purpose. */
const BUSINESS_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(${[
    'inc|incorporated|ltd|limited|llc|llp|corp|corporation|company|enterprises|holdings|ventures|group|associates|partners',
    'strata|condominiums?|apartments?|properties|property management|realty|real estate|realtors?|rentals?|storage',
    'hotel|motel|inn|hostel|resort|lodge|suites|bed and breakfast|b&b|campground|airbnb',
    'clinic|dental|dentistry|medical|pharmacy|physiotherapy|veterinary|hospital|care home|seniors',
    'restaurant|caf[eé]|bakery|brewery|pub|catering|salon|spa|gym|fitness|club|curling|arena|theatre|museum|library',
    'school|daycare|preschool|college|university|academy|society|association|foundation|council|municipality',
    'construction|contracting|contractors?|builders|plumbing|electric|automotive|motors|logistics|services|solutions|studios?|office|law',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Returns true for a business, judged by the company on record, the domain of the address or a word of the name. */
export const isBusiness = ({ name, email, company }: { name: string; email: string | null; company: string | null }): boolean =>
  (company ?? '').trim() !== '' || findCompanyDomain(email) !== undefined || BUSINESS_WORDS.test(name.slice(0, 200));
