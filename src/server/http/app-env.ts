import type { Ctx, RequestCtx } from '../context';
import type { BackgroundProvider } from '../providers/background-removal';
import type { Assets } from './pages/assets';
import type { Place } from './requests/admission';

/** Reads the body of a request as `readBody` and `drainBody` do. The request does not count among those worked on until its body is complete. */
export type RequestBody = { read: (limit: number) => Promise<Uint8Array>; drain: () => Promise<void> };
/**
 * What every request carries through Hono. `route` is the page that answers it, for the log; `isShed` marks a request that is turned
 * away because too many are worked on.
 */
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
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
};

/** What the process gives the application: the context of its services, and how it is served. */
export type AppDeps = Omit<Ctx, 'actor'> & {
  assets: Assets;
  /** Folder of the built client; absent when another server gives the files out. */
  clientFolder: string | undefined;
  isOriginConfigured: boolean;
  /** Removes backgrounds from pictures; our own flood fill does when it is absent. */
  backgroundProvider?: BackgroundProvider | undefined;
  isLimited: boolean;
  /** When true, a bearer token counts only beside the cookie of its login. */
  isSessionBound?: boolean;
  trustedProxies: number;
};
