const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * Returns the key by which e-mail addresses are compared, like `emailKey` of db/schema/checks.ts in SQL: lower case and, for Gmail,
 * without the dots and "+tag" that Gmail ignores. Mail always goes to the address as it was typed.
 */
export function mailboxKey(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.indexOf('@');
  if (at < 0 || !GMAIL.includes(lower.slice(at + 1))) return lower;
  const [local = ''] = lower.slice(0, at).split('+');
  return `${local.replaceAll('.', '')}@gmail.com`;
}
