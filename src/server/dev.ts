import path from 'node:path';
import { closeDb, openDb } from '../../db/client';
import { seedCompany } from '../../db/seed';
import { createContext } from './context';
import { DEVELOPMENT_DEFAULTS, readEnv } from './env';
import { PublicAnswers } from './http/answers/public-answers';
import { createApp } from './http/app';
import { createLog } from './http/logging';
import { createAdmission } from './http/requests/admission';
import { Limits } from './http/requests/limits';
import { startJobs } from './jobs';
import { smtpDelivery } from './mail/transport';
import { readBackgroundProvider } from './providers/background-removal';
import { hasAdmin, setAdminPassword } from './session/service';
import { getSender } from './settings/service';

/** Vite reloads this module after each change: the new copy closes the database of the previous copy first. */
type Kept = { close: () => Promise<void> };
const kept = globalThis as { tidylineDevelopment?: Kept };
await kept.tidylineDevelopment?.close();

const env = readEnv(undefined, DEVELOPMENT_DEFAULTS);
const now = () => new Date();
const log = createLog(env.LOG_LEVEL);
const { db } = openDb(path.join(env.DATA_DIR, 'tidyline.db'), { now, seed: (fresh) => seedCompany(fresh, now()) });
const ctx = createContext(db, env, { now, log, origin: env.PUBLIC_ORIGIN ?? `http://127.0.0.1:${env.PORT}` });
if (!hasAdmin(ctx)) {
  await setAdminPassword(ctx, env.ADMIN_USERNAME, env.ADMIN_PASSWORD ?? 'development');
  console.info(`Office login: ${env.ADMIN_USERNAME} / ${env.ADMIN_PASSWORD ?? 'development'}`);
}
const smtp = env.SMTP_URL === undefined ? undefined : smtpDelivery(env.SMTP_URL, () => getSender(ctx, env.MAIL_FROM));
const jobs = startJobs(ctx, smtp?.deliver);
kept.tidylineDevelopment = {
  close: async () => {
    ctx.live.close();
    await jobs.stop();
    smtp?.close();
    closeDb(db);
  },
};

const REFRESH = `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh';injectIntoGlobalHook(window);window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;</script><script type="module" src="/@vite/client"></script>`;

export default createApp({
  ...ctx,
  assets: {
    entry: '/src/client/entry-client.tsx',
    siteEntry: '/src/client/entry-site.tsx',
    scripts: new Map(),
    css: '@import url("/src/client/styles.css")',
    siteCss: '@import url("/src/client/site.css")',
    darkCss: '',
    faces: [],
    extraHead: REFRESH,
    isPolicyEnforced: false,
  },
  clientFolder: undefined,
  backgroundProvider: readBackgroundProvider(env),
  isOriginConfigured: false,
  limits: new Limits(false),
  admission: createAdmission(),
  answers: new PublicAnswers(ctx),
  trustedProxies: 0,
});
