import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { ZodError, type z } from 'zod';
import { DomainError, type DomainErrorCode, fieldError, type Issue } from '../shared/errors';
import { MINIMUM_FILL_MS } from '../shared/quotes';
import { toIssues } from '../shared/text';
import type { Actor, RequestCtx } from './context';
import type { LimitName } from './http/requests/limits';
import { isNotedRepeat } from './http/requests/repeats';

export type Permission = 'public' | 'member' | 'admin' | 'client';
/**
 * `isShared`: a query with the same answer for all who may call it, which is cached until data changes. `status`: of a successful answer over
 * HTTP, if the work follows it.
 */
export type Meta = { permission: Permission; isShared?: true; status?: 202 };

const CODES: Record<DomainErrorCode, TRPC_ERROR_CODE_KEY> = {
  BAD_REQUEST: 'BAD_REQUEST',
  UNAUTHORIZED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  CONFIRMATION_NEEDED: 'CONFLICT',
  TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  WRONG_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  UNPROCESSABLE: 'UNPROCESSABLE_CONTENT',
  TOO_MANY: 'TOO_MANY_REQUESTS',
  TIMEOUT: 'TIMEOUT',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
};

function describeIssues(error: ZodError): { message: string; issues: Issue[] } {
  const issues = toIssues(error);
  const first = issues.find(({ kind }) => kind === 'required') ?? issues[0];
  return { message: first?.message ?? 'Please check what you sent.', issues };
}

const FAULT = 'Something went wrong. Please try again.';

/** Maps a storage error to 503 or 409 without a word of SQL. */
function fromStorage(error: { code: string }): TRPCError {
  if (error.code.startsWith('SQLITE_CONSTRAINT_UNIQUE') || error.code.startsWith('SQLITE_CONSTRAINT_PRIMARYKEY'))
    return new TRPCError({ code: 'CONFLICT', message: 'That already exists.', cause: error });
  if (error.code.startsWith('SQLITE_CONSTRAINT'))
    return new TRPCError({ code: 'CONFLICT', message: 'That conflicts with stored data.', cause: error });
  if (/^SQLITE_(BUSY|FULL|IOERR|READONLY|CORRUPT|NOTADB)/.test(error.code))
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'Storage is not available right now. Please try again.', cause: error });
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: FAULT, cause: error });
}

const isStorageError = (value: unknown): value is { code: string } =>
  value instanceof Error && 'code' in value && typeof value.code === 'string' && value.code.startsWith('SQLITE_');

/** Turns anything thrown into the error that callers see. An unexpected one keeps its cause for the log and shows one general sentence. */
export function toCallerError(error: unknown): TRPCError {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  if (cause instanceof DomainError) return new TRPCError({ code: CODES[cause.code], message: cause.message, cause });
  if (cause instanceof ZodError) return new TRPCError({ code: 'BAD_REQUEST', message: describeIssues(cause).message, cause });
  for (const candidate of [cause, cause instanceof Error ? cause.cause : undefined])
    if (isStorageError(candidate)) return fromStorage(candidate);
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: FAULT, cause });
}

/** Returns the parts of an error that callers may see besides its sentence. */
export function publicDetails(error: TRPCError): { issues?: Issue[]; retryAfterSeconds?: number; current?: unknown } {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return { issues: describeIssues(error.cause).issues };
  if (!(error.cause instanceof DomainError)) return {};
  const { issues, retryAfterSeconds, current } = error.cause;
  return {
    ...(issues && { issues }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(current !== undefined && { current }),
  };
}

/** Returns the code that callers read: tRPC's own, or CONFIRMATION_NEEDED for a call that asks first. */
export const publicCode = ({ code, cause }: TRPCError): TRPC_ERROR_CODE_KEY | 'CONFIRMATION_NEEDED' =>
  cause instanceof DomainError && cause.code === 'CONFIRMATION_NEEDED' ? cause.code : code;

/** Returns the seconds for the Retry-After header, or undefined when waiting does not help. */
export const getRetryAfter = (error: TRPCError): number | undefined =>
  error.code === 'SERVICE_UNAVAILABLE' ? 1 : publicDetails(error).retryAfterSeconds;

const t = initTRPC
  .context<RequestCtx>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const callerError = toCallerError(error);
      return {
        ...shape,
        message: callerError.message,
        data: { code: publicCode(callerError), httpStatus: shape.data.httpStatus, ...publicDetails(callerError) },
      };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Throws unless the actor has the permission. An admin may also make a member's calls; only a client may make a client's calls. */
export function assertPermission(actor: Actor, permission: Permission): void {
  if (permission === 'public') return;
  if (permission === 'client' && actor.kind !== 'client') throw new DomainError('UNAUTHORIZED', 'Please sign in.');
  if (permission === 'client') return;
  if (!('id' in actor) || actor.kind === 'client') throw new DomainError('UNAUTHORIZED', 'Please log in.');
  if (permission === 'admin' && actor.kind !== 'admin') throw new DomainError('FORBIDDEN', 'This is for the office only.');
}

/** Returns the context of a procedure. One for members or clients runs in the name of the request's member or client session, if any. */
export function toCallerContext(ctx: RequestCtx, permission: Permission): RequestCtx {
  const own = permission === 'member' ? ctx.memberSession : permission === 'client' ? ctx.clientSession : undefined;
  return own ? { ...ctx, actor: own.actor, sessionToken: own.token } : ctx;
}

/** Methods of a procedure's builder that return another builder. */
const BUILDERS = ['input', 'output', 'use', 'meta'];
/**
 * Makes tRPC validate with `parse`, for which zod compiles each schema. tRPC prefers `parseAsync`, which walks the schema and takes ten
 * times as long. No schema of ours waits for anything.
 */
const validatingAtOnce = <Builder extends object>(builder: Builder): Builder =>
  new Proxy(builder, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || !BUILDERS.includes(String(name))) return method;
      return (given: z.ZodType) => {
        if (name === 'input' || name === 'output') Object.assign(given, { parseAsync: (value: unknown) => given.parse(value) });
        return validatingAtOnce(method(given));
      };
    },
  });

const guarded = validatingAtOnce(t.procedure).use(async ({ ctx, meta, next }) => {
  if (!meta) throw new Error('A procedure without a declared permission.');
  const caller = toCallerContext(ctx, meta.permission);
  try {
    assertPermission(caller.actor, meta.permission);
  } catch (error) {
    throw toCallerError(error);
  }
  // Passing a context copies it.
  const result = await (caller === ctx ? next() : next({ ctx: caller }));
  if (result.ok) return result;
  const callerError = toCallerError(result.error);
  if (callerError.code === 'INTERNAL_SERVER_ERROR' || callerError.code === 'SERVICE_UNAVAILABLE')
    ctx.onFault(callerError.cause ?? callerError);
  throw callerError;
});

export const publicProcedure = guarded.meta({ permission: 'public' });
export const sharedProcedure = guarded.meta({ permission: 'public', isShared: true });
export const memberProcedure = guarded.meta({ permission: 'member' });
export const adminProcedure = guarded.meta({ permission: 'admin' });
export const clientProcedure = guarded.meta({ permission: 'client' });

type Schemas<Input extends z.ZodType, Output extends z.ZodType> = { input: z.input<Input>; output: z.output<Output>; meta: Meta };
type Inferred<Input extends z.ZodType, Result> = { input: z.input<Input>; output: Awaited<Result>; meta: Meta };
type Resolver<Input extends z.ZodType, Result> = (ctx: RequestCtx, input: z.output<Input>) => Result;
type Documented<Output extends z.ZodType> = z.input<Output> | Promise<z.input<Output>>;

/** Gives a value the type of its schemas, since tRPC infers `unknown` from a schema that is a type parameter. */
const asDeclared = <Declared>(value: unknown) => value as Declared;

/**
 * Builds procedures that only hand their input to a function: `query` and `mutation` from the schemas of input and output, `read` and
 * `change` from the schema of the input alone. The latter return what the function returns; no REST path documents it.
 */
const buildFrom = (procedure: typeof adminProcedure) => {
  const declareInput = (input: z.ZodType) => procedure.input<z.ZodType>(input);
  const declareProcedure = (input: z.ZodType, output: z.ZodType) => declareInput(input).output<z.ZodType>(output);
  const toCall =
    <Input extends z.ZodType, Result>(resolve: Resolver<Input, Result>) =>
    ({ ctx, input }: { ctx: RequestCtx; input: unknown }) =>
      resolve(ctx, asDeclared<z.output<Input>>(input));
  return {
    query: <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output, read: Resolver<Input, Documented<Output>>) =>
      asDeclared<TRPCQueryProcedure<Schemas<Input, Output>>>(declareProcedure(input, output).query(toCall(read))),
    mutation: <Input extends z.ZodType, Output extends z.ZodType>(
      input: Input,
      output: Output,
      change: Resolver<Input, Documented<Output>>,
    ) => asDeclared<TRPCMutationProcedure<Schemas<Input, Output>>>(declareProcedure(input, output).mutation(toCall(change))),
    read: <Input extends z.ZodType, Result>(input: Input, read: Resolver<Input, Result>) =>
      asDeclared<TRPCQueryProcedure<Inferred<Input, Result>>>(declareInput(input).query(toCall(read))),
    change: <Input extends z.ZodType, Result>(input: Input, change: Resolver<Input, Result>) =>
      asDeclared<TRPCMutationProcedure<Inferred<Input, Result>>>(declareInput(input).mutation(toCall(change))),
  };
};
export const forMembers = buildFrom(memberProcedure);
/** Builds members' procedures that check access by the raw `id` before the input is validated. */
export const forMembersIf = (assert: (ctx: RequestCtx, id: unknown) => void) =>
  buildFrom(
    memberProcedure.use(async ({ ctx, getRawInput, next }) => {
      const sent = await getRawInput();
      assert(ctx, typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : undefined);
      return next();
    }),
  );
export const forOffice = buildFrom(adminProcedure);
/** Builds queries whose answers depend on nothing but the input, the database and the minute. */
export const sharedInOffice = buildFrom(adminProcedure.meta({ permission: 'admin', isShared: true }));
export const forClients = buildFrom(clientProcedure);

/** Counts successful calls of an address against a limit, except repeats (`isRepeat`) and calls of the office. Put it after `.input`. */
export const limited = <Input>(name: LimitName, isRepeat: (ctx: RequestCtx, input: Input) => boolean = () => false) =>
  t.middleware(async ({ ctx, input, next }) => {
    if (ctx.actor.kind === 'admin' || isRepeat(ctx, input as Input)) return next();
    await ctx.limits.take(name, ctx.clientKey);
    const result = await next();
    if (!result.ok || isNotedRepeat(input)) await ctx.limits.giveBack(name, ctx.clientKey);
    return result;
  });

/** Counts the uses of successful calls of the office as a whole, such as writing mail: one a call, or as many as `count` returns. */
export const limitedOffice = <Input>(name: LimitName, count: (input: Input) => number = () => 1) =>
  t.middleware(async ({ ctx, input, next }) => {
    const uses = count(input as Input);
    await ctx.limits.take(name, 'office', uses);
    const result = await next();
    if (!result.ok) await ctx.limits.giveBack(name, 'office', uses);
    return result;
  });

/** Counts the calls of each client against a limit, from whatever address they come. */
export const limitedClient = (name: LimitName) =>
  t.middleware(async ({ ctx, next }) => {
    const key = ctx.actor.kind === 'client' ? `client:${ctx.actor.id}` : ctx.clientKey;
    await ctx.limits.take(name, key);
    const result = await next();
    if (!result.ok) await ctx.limits.giveBack(name, key);
    return result;
  });

/**
 * Counts only calls that find nothing (NOT_FOUND or `isMiss`), so that ids cannot be guessed. A caller with too many misses is rejected
 * before the lookup.
 */
export const limitedMisses = <Input, Output>(name: LimitName, isMiss: (input: Input, output: Output) => boolean = () => false) =>
  t.middleware(async ({ ctx, input, next }) => {
    await ctx.limits.assertLeft(name, ctx.clientKey);
    const result = await next();
    const isMissed = result.ok ? isMiss(input as Input, result.data as Output) : toCallerError(result.error).code === 'NOT_FOUND';
    if (isMissed) await ctx.limits.take(name, ctx.clientKey);
    return result;
  });

/** Throws BAD_REQUEST for forms filled in by a program: the hidden field has text or, with limits on, the form came too quickly. */
export function assertFilledByPerson(ctx: RequestCtx, input: { website?: string | undefined; filledInMs?: number | undefined }): void {
  if (input.website) throw fieldError('website', 'Please leave this empty.', 'Please leave the website field empty.');
  if (ctx.limits.enabled && input.filledInMs !== undefined && input.filledInMs < MINIMUM_FILL_MS)
    throw new DomainError('BAD_REQUEST', 'That was very quick. Please check your details and send the form again.');
}

/** Checks a rule that no schema can express before the call counts against a limit. Put it between `.input` and `limited`. */
export const checked = <Input>(assert: (ctx: RequestCtx, input: Input) => void) =>
  t.middleware(({ ctx, input, next }) => {
    assert(ctx, input as Input);
    return next();
  });
