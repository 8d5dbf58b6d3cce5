import type { Ctx, RequestCtx } from '../context';
import type { BackgroundProvider } from '../providers/background-removal';
import type { PublicAnswers } from './answers/public-answers';
import type { Assets } from './pages/assets';
import type { createAdmission, Place } from './requests/admission';
import type { Limits } from './requests/limits';

/** Reads the body of a request as `readBody` and `drainBody` do. The request does not count as running until its body is complete. */
export type RequestBody = { read: (limit: number) => Promise<Uint8Array>; drain: () => Promise<void> };
/** Variables of a request. `route` names the page for the log; `isShed` marks a request rejected because too many are running. */
export type AppEnv = {
  Variables: {
    requestId: string;
    route?: string;
    place?: Place;
    isShed?: boolean;
    body: RequestBody;
    callContext: (headers?: Headers) => RequestCtx;
    checkOrigin: () => void;
  };
  Bindings: { incoming?: { url?: string; socket?: { remoteAddress?: string } } };
};

/** The context of the services, and how the application is served. */
export type AppDeps = Omit<Ctx, 'actor'> & {
  assets: Assets;
  /** Folder of the built client; undefined when another server serves it. */
  clientFolder: string | undefined;
  isOriginConfigured: boolean;
  /** Removes backgrounds from pictures; if it is missing, our own flood fill does. */
  backgroundProvider?: BackgroundProvider | undefined;
  limits: Limits;
  admission: ReturnType<typeof createAdmission>;
  answers: PublicAnswers;
  /** When true, a bearer token counts only beside the cookie of its login. */
  isSessionBound?: boolean;
  trustedProxies: number;
};
