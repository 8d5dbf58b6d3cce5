import { createHmac, generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import type { Shop } from './shop';
import { untyped } from './untyped';

export const SECRET = 'a-secret-of-the-mail-server';
export const INTERAC = 'payments.interac.ca';
export const OFFICE = 'office@company.example';
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const RECORD = `v=DKIM1; k=rsa; p=${KEYS.publicKey.toString('base64')}`;

/** Answers for the keys of all domains, as their owners would publish them. */
export const lookUpKeys = async (name: string): Promise<string[][]> => {
  if (name.startsWith('s1._domainkey.')) return [[RECORD]];
  throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
};

const NBSP = '\u00a0';
const toEnglish = (cents: number) => `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
const toFrench = (cents: number) =>
  `${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+(?!\d))/g, NBSP)}${NBSP}$`;

export type Made = {
  sender?: string;
  cents?: number;
  reference?: string;
  memo?: string | null;
  isFrench?: boolean;
  isHtml?: boolean;
  from?: string;
  to?: string;
};
const WORDS = {
  english: { labels: ['Sent From:', 'Amount:', 'Date:', 'Reference Number:', 'Message:'], day: 'November 20, 2026' },
  french: {
    labels: ['Envoyé par', 'Montant', 'Date', 'Numéro de référence', 'Message'].map((label) => `${label}${NBSP}:`),
    day: '20 novembre 2026',
  },
};
const encode = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
const wrap = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

/** Writes a notice in one of the two layouts, without a signature. */
export function writeNotice({
  sender = 'Jane Doe',
  cents = 10_000,
  reference = 'CAabc123XY',
  memo = 'SPC001',
  isFrench = false,
  isHtml = false,
  ...more
}: Made = {}): string {
  const { labels, day } = isFrench ? WORDS.french : WORDS.english;
  const amount = isFrench ? toFrench(cents) : toEnglish(cents);
  const subject = isFrench
    ? `Virement Interac${NBSP}: Vous avez reçu ${amount} de ${sender} et ce montant a été déposé automatiquement.`
    : `Interac e-Transfer: You've received ${amount} from ${sender} and it has been automatically deposited.`;
  const values = [sender, `${amount} (CAD)`, day, reference, memo];
  const rows = labels.map((label, place) => [label, values[place]] as const).filter(([, value]) => value !== null);
  const text = `${isFrench ? 'Bonjour' : 'Hello'},\n\n${rows.map(([label, value]) => `${label} ${value}`).join('\n')}\n\nInterac Corp.\n`;
  const cells = rows.map(([label, value]) => `<tr>\n  <td><b>${label}</b></td>\n  <td>${value}</td>\n</tr>`).join('\n');
  const html = `<html><head><style>td { color: red }</style></head><body><table>${cells}</table><p>Interac Corp.</p></body></html>`;
  return [
    `From: ${encode(sender)} <${more.from ?? `notify@${INTERAC}`}>`,
    `To: ${more.to ?? OFFICE}`,
    `Subject: ${encode(subject)}`,
    'Date: Fri, 20 Nov 2026 11:00:00 -0800',
    'Message-ID: <1@interac.test>',
    'MIME-Version: 1.0',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    wrap(isHtml ? html : text),
    '',
  ].join('\r\n');
}

type Signing = { domain?: string; headers?: string; bodyLength?: number };
/** Signs a mail with the test's key. */
export async function sign(
  mail: string,
  { domain = INTERAC, headers = 'from:to:subject:date', bodyLength }: Signing = {},
): Promise<string> {
  const { signatures, errors } = await dkimSign(
    mail,
    untyped({
      canonicalization: 'relaxed/relaxed',
      algorithm: 'rsa-sha256',
      signTime: new Date('2026-11-20T19:00:00.000Z'),
      headerList: headers,
      signatureData: [
        {
          signingDomain: domain,
          selector: 's1',
          privateKey: KEYS.privateKey,
          ...(bodyLength !== undefined && { maxBodyLength: bodyLength }),
        },
      ],
    }),
  );
  if (errors.length > 0) throw new Error('The mail could not be signed.');
  return signatures + mail;
}

export const signBody = (body: string, secret = SECRET): string => createHmac('sha256', secret).update(body).digest('hex');
/** Posts a raw mail as the mail server does. */
export const post = (app: Shop['app'], mail: string, headers: Record<string, string> = {}) =>
  app.request('/api/payments/interac', {
    method: 'POST',
    body: mail,
    headers: { 'content-type': 'message/rfc822', 'x-signature': signBody(mail), ...headers },
  });
