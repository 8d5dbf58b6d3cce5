const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * Returns what an e-mail address is compared by, as `emailKey` of db/schema/checks.ts does in SQL: in small letters and, at Gmail,
 * without the dots and the "+tag" that its server ignores. Mail always goes to the address as it was typed.
 */
export function mailboxKey(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.indexOf('@');
  if (at < 0 || !GMAIL.includes(lower.slice(at + 1))) return lower;
  const [local = ''] = lower.slice(0, at).split('+');
  return `${local.replaceAll('.', '')}@gmail.com`;
}
