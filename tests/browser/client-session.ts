import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';

/** The pages of a client who is signed in. */
export const CLIENT_PAGES = ['/my', '/my/visits', '/my/invoices', '/my/messages', '/my/details'];

/** Waits for the sign-in link of an address in the outbox of a server's database and returns its path. */
export async function readSignInLink(file: string, email: string): Promise<string> {
  let body = '';
  await expect
    .poll(() => {
      const db = new Database(file, { readonly: true });
      const rows = db.prepare('select body from outbox where purpose = \'client-link\' and "to" = ? order by id desc').all(email);
      db.close();
      body = (rows[0] as { body: string } | undefined)?.body ?? '';
      return body;
    })
    .toContain('/my/open/');
  return /\/my\/open\/[\w-]+/.exec(body)?.[0] ?? '';
}

/** Signs a client in with a link that they ask for. `file` is the database of the server. */
export async function enterClientPage(page: Page, { origin, file }: { origin: string; file: string }, email: string): Promise<void> {
  await page.request.post(`${origin}/trpc/portal.requestLink`, { data: { email } });
  await page.goto(origin + (await readSignInLink(file, email)));
  await page.getByRole('button', { name: 'Open my page' }).click();
  await page.waitForURL(`${origin}/my`);
}
