import { type CompanyFacts, formatAddress } from '../../shared/company';
import type { SitePage, SitePageText } from '../../shared/site-pages';

const privacy = (
  facts: CompanyFacts,
): string => `${facts.name} ("we") cleans homes and businesses and sells cleaning supplies in ${facts.city}, ${facts.region}. This policy says which personal information we collect, why, how long we keep it, and what you can ask of us. It follows British Columbia's Personal Information Protection Act (PIPA) and, when information crosses a provincial or national border, Canada's Personal Information Protection and Electronic Documents Act (PIPEDA).

# What we collect, and why

- Quote requests: your name, e-mail, phone, address, the service and your message, to prepare your quote and follow up on it.
- Bookings: your contact details, the service address, the time window, the estimated duration and cost, and your notes, to schedule and do the work.
- Orders: your name, e-mail, phone, delivery address, the products and how you chose to pay, to deliver your order and handle returns. This site never asks for a card or bank account number.
- The work itself: access notes such as gates, alarms, keys and pets, photos of the work and remarks of our crew, so that we work safely and as agreed.
- Invoices, payments, receipts and refunds, as tax law requires.
- Your own page on this site: your messages and ratings, to answer you and to do better work.
- Referrals: if you book through a friend's link, who referred you, so that both of you get the reward.
- The e-mails that we send you, and whether they could be delivered.

We collect no more than these purposes need, from you or from a person who books for you, and we do not use it for anything else without your consent. Our server uses your network address for a short time to stop abuse; it does not become part of your file. When you approve a quote, we keep a one-way hash of your network address with your approval, as proof of it.

# What your browser stores

This site sets no advertising or tracking cookies; only people who sign in, our staff and clients on their own page, get a cookie. Your browser keeps these things on your own device, and you can delete them in its settings at any time:

- your shopping cart,
- what you typed into a form but did not send yet, for up to one day,
- that you closed the invitation to install the app,
- a friend's referral code, until you close the tab,
- copies of our public pages, so that they open without a connection.

If you ask us at the checkout to remind you of your cart, we store the cart and your e-mail address for up to 30 days.

# E-mail and Canada's anti-spam law (CASL)

We write to you about a quote, booking, order or invoice because you asked us for it. We send news, reminders and offers only with your consent: the consent you gave us, or the consent that the law implies for two years after a purchase and six months after an inquiry. Every such e-mail names us, says how to reach us and has an unsubscribe link. Unsubscribing takes effect as soon as you confirm it on the page that the link opens.

We remind you of a visit by e-mail, and by text message only if you agreed to that. Answer STOP to a text message, and we send you no more of them. The company that delivers our text messages processes your phone number and the text on our behalf.

# Who else sees your information

Our office and crew see what their work needs. We do not sell, rent or trade personal information. The companies that host this site and deliver our e-mail process information on our behalf and may store it outside British Columbia or Canada, where the laws of that place apply to it. If you pay by card, you pay on a page of Stripe, which gets your e-mail address, the amount and what it is for from us; we never see your card number. We disclose information without consent only when the law requires or permits it.

# How long we keep it

- Invoices, receipts, orders and what belongs to them: six years after the end of the tax year, as the Income Tax Act and the Excise Tax Act require.
- Information that we used for a decision about you: at least one year, as PIPA requires.
- Quote requests that did not become a job: until they are no longer needed to answer you.
- Your request not to get our e-mail: for as long as we send any, so that we can respect it.

After that we delete the information or remove your name from it.

# How we protect it

Only staff with an account of their own can open your file, their passwords are stored as one-way hashes, and backups are kept with the same care. If a breach creates a real risk of significant harm to you, we tell you and the Privacy Commissioner.

# Your rights

You can ask to see your personal information, to have it corrected, how we have used it and to whom we have disclosed it. You can withdraw your consent at any time, unless a law or a contract with you needs the information; we will tell you what follows from it. We answer within 30 days.

# How to reach us

Our privacy officer answers questions, requests and complaints at ${facts.email} or ${facts.phone}, or by mail to ${facts.name}, ${formatAddress(facts)}.

If our answer does not satisfy you, you can turn to the Office of the Information and Privacy Commissioner for British Columbia (www.oipc.bc.ca) or the Office of the Privacy Commissioner of Canada (www.priv.gc.ca).
`;

const terms = (
  facts: CompanyFacts,
): string => `These terms apply when you use this site, book a cleaning with ${facts.name} ("we"), ask us for a quote or order supplies. They do not limit your rights under British Columbia's Business Practices and Consumer Protection Act or any other law that cannot be set aside by contract.

# Quotes and prices

An estimate on this site or by e-mail is free and not yet a price. We confirm the price before the work begins, and tell you before we do more than we agreed on. Prices are in Canadian dollars; taxes are added and shown before you pay.

# Bookings

- A time window is when our crew arrives. All times are Pacific time.
- Your confirmation has a link to move or cancel your booking and says until when. After that, please call us.
- Please make sure that we can get in, that water and electricity are on, and that pets are safe. If we cannot get in, we may charge for the visit.
- We may move a visit for reasons beyond our control, such as weather, illness or road closures. We will offer you the next time that suits you.

# First-booking discount and referrals

The discount for a first online booking applies once per client. A referral reward applies after your friend's first booking. Neither can be exchanged for cash.

# Payment

An invoice is due on the day printed on it. We accept the ways to pay that this site lists. We keep a deposit, if we asked for one, against the final invoice.

# Supplies

Your order is confirmed by e-mail. We prepare it after your payment arrives, or deliver it and collect the payment if you chose to pay on delivery. If something arrives damaged, is missing or is not what you ordered, tell us within 14 days and we replace it or refund it. If we cannot deliver within 30 days of the date we promised, you can cancel and get your money back.

# If something is not right

Tell us within a day and we come back to make it right. Report damage as soon as you see it, so that we can look at it together. We are insured for our work. As far as the law allows, we are not liable for wear that was there before, for items that we were not told need special care, or for losses that neither of us could foresee.

# Using this site

Please give us correct details, and do not disturb the site or try to reach other people's information. The texts and pictures on it are ours or used with permission.

# Privacy

Our Privacy Policy says how we handle personal information.

# Law and changes

The laws of British Columbia and of Canada apply. We may change these terms; the version on this page when you book or order is the one that counts.

# How to reach us

${facts.name}, ${formatAddress(facts)}, ${facts.phone}, ${facts.email}.
`;

/** Returns the starter texts of /privacy and /terms: drafts for a cleaning company in British Columbia, not yet reviewed by its owner. */
export const starterPages = (facts: CompanyFacts): Record<SitePage, SitePageText> => ({
  privacy: { text: privacy(facts), isReviewed: false },
  terms: { text: terms(facts), isReviewed: false },
});
