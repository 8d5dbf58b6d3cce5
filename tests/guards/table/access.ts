import { type Guard, of } from '../guard';

/** Permissions, origins, rate limits and rules of access. */
export const ACCESS: Guard[] = [
  ...of('trpc.ts', [
    ['a visitor makes no calls of staff', "  if (!('id' in actor)) throw", '  if (false) throw', 'http/principals'],
    [
      'a member makes no calls of the office',
      "  if (permission === 'admin' && actor.kind !== 'admin') throw",
      '  if (false) throw',
      'http/principals',
    ],
    ['the permission of a procedure is asked', '    assertPermission(caller.actor, meta.permission);\n', '', 'http/principals'],
    [
      'what comes of calls is counted',
      '    await ctx.limits.take(name, ctx.clientKey);\n    const result',
      '    const result',
      'http/limits',
    ],
    [
      'who missed too often is refused',
      '    await ctx.limits.assertLeft(name, ctx.clientKey);\n',
      '',
      'server/orders http/unsubscribe http/booking-file',
    ],
    ['mail of the office is counted', "    await ctx.limits.take(name, 'office');\n", '', 'http/mail-limits'],
    ['what only a program sends is refused', '  if (input.website)', '  if (false)', 'http/limits'],
  ]),
  ...of('http/rest.ts', [
    [
      'the permission of a path is asked before the body is read',
      '  assertPermission(toCallerContext(ctx, permission).actor, permission);\n',
      '',
      'http/errors http/principals',
    ],
    ['REST: another site writes nothing', '  checkOrigin();\n', '', 'http/security'],
  ]),
  ...of('http/app.ts', [
    [
      'where a call comes from is looked at',
      '() => assertSameOrigin(headers, deps.origin, deps.isOriginConfigured)',
      '() => undefined',
      'http/security',
    ],
    ['tRPC: another site writes nothing', "    c.get('checkOrigin')();\n", '', 'http/security'],
    ['tRPC: a form is no call', "    assertJsonType(c.req.header('content-type'));\n", '', 'http/security http/errors'],
    [
      'calls of visitors are counted',
      "if (!isSignedIn && isCounted) await limits.take(isRead ? 'read' : 'write', key);",
      '',
      'http/limits',
    ],
    ['hidden and packed files are not given out', "/(^|\\/)\\.|\\.(br|gz)$/.test(decodePath(c.req.path) ?? '/.')", 'false', 'http/files'],
  ]),
  ...of('http/requests/security.ts', [
    ['another site is told from ours', '  if (!isOurs || site) throw', '  if (false) throw', 'http/security'],
    [
      'a page of a sister site is another one',
      "if (site === 'same-origin' || site === 'none') return;",
      "if (site === 'same-origin' || site === 'same-site' || site === 'none') return;",
      'http/security',
    ],
    ['an address is not what a caller says', 'trustedProxies > 0 ?', 'true ?', 'http/limits'],
  ]),
  ...of('http/requests/arrivals.ts', [
    ['slow bodies of one address or session are limited', '    if (slow.senders.some(isFull)) {', '    if (false) {', 'http/slow-bodies'],
    ['slow bodies get ten seconds under pressure', 'if (slow.since <= before) this.#timeOut(slow);', '', 'http/slow-bodies'],
    ['a body that arrives holds no place', '    place?.leave();\n', '', 'http/slow-bodies'],
    ['a complete body counts again', 'if (!place || place.enter()) return body;', 'return body;', 'http/slow-bodies'],
  ]),
  ...of('booking/daily-changes.ts', [
    ['one person changes bookings ten times a day', '  if (!oldest) return;', '  return;', 'http/mail-limits'],
  ]),
  ...of('mail/recipient-limit.ts', [
    ['visitors cause no more mail to one address than a person needs', '>= most) return', '< 0) return', 'http/mail-limits'],
  ]),
  ...of('http/requests/limits.ts', [['too many are refused', '      refuse(refused);\n', '', 'http/limits']]),
  ...of('quotes/rest.ts', [['the form: another site writes nothing', "  c.get('checkOrigin')();\n", '', 'http/security']]),
  ...of('session/admins.ts', [
    [
      'changing the own password needs the current one',
      '  if (isCaller(ctx, id)) await assertCurrentPassword',
      '  if (false) await assertCurrentPassword',
      'server/admins',
    ],
  ]),
  ...of('session/service.ts', [
    [
      'a login by a replaced password opens no session',
      '    if (stored?.passwordHash !== user.passwordHash) throw',
      '    if (false) throw',
      'server/admins',
    ],
  ]),
  ...of('subscriptions/rest.ts', [['no other site subscribes somebody again', "    c.get('checkOrigin')();\n", '', 'http/unsubscribe']]),
  ...of('data/rest.ts', [
    ['data is for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/principals'],
    ['another site imports nothing', "  c.get('checkOrigin')();\n", '', 'http/principals server/data-import'],
  ]),
  ...of('data/imports.ts', [['an ended session imports nothing', '    assertSignedIn(ctx);\n', '', 'http/ended-sessions']]),
  ...of('settings/service.ts', [['an ended session sets no logo', '    assertSignedIn(ctx);\n', '', 'http/ended-sessions']]),
  ...of('inventory/pictures.ts', [
    ['an ended session keeps no picture of a product', '    assertSignedIn(ctx);\n', '', 'http/ended-sessions'],
  ]),
  ...of('team/service.ts', [
    [
      'a password that was changed meanwhile is not overwritten',
      '    if (password) assertUnchanged(ctx, id, password.replacedHash);\n',
      '',
      'server/team-account',
    ],
  ]),
  ...of('documents/money-routes.ts', [
    ['documents are for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/documents'],
  ]),
  ...of('inventory/rest.ts', [['reports are for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/principals']]),
  ...of('mail/rest.ts', [['messages are for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/principals']]),
  ...of('http/uploads.ts', [
    ['the staff alone reach pictures of jobs', "  assertPermission(ctx.actor, 'member');\n", '', 'http/principals'],
    ['the office alone uploads its pictures', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/uploads'],
    ['another site uploads no picture of the office', "  c.get('checkOrigin')();\n  return ctx;", '  return ctx;', 'http/uploads'],
    [
      'another site uploads no picture of a job',
      "    c.get('checkOrigin')();\n    const photo",
      '    const photo',
      'http/field http/uploads',
    ],
    [
      'a member uploads to its own jobs only',
      "    assertOwnJob(callerFor(c), c.req.param('id'));\n    c.get('checkOrigin')();\n    const photo = await withPlace(c, readUpload, async (form) => {\n      // Asked again: the session may have ended, or the job moved to another member, while the photo arrived.\n      const ctx = callerFor(c);\n      assertOwnJob(ctx, c.req.param('id'));\n",
      "    c.get('checkOrigin')();\n    const photo = await withPlace(c, readUpload, async (form) => {\n      const ctx = callerFor(c);\n",
      'http/field',
    ],
    [
      'a session that ended while a picture of the office arrived keeps none',
      'work(ownerFor(c), files.image',
      "work(c.get('callContext')(), files.image",
      'http/ended-sessions',
    ],
    [
      'a member sees pictures of its own jobs only',
      "    if (c.get('callContext')().actor.kind !== 'admin') assertOwnJob(ctx, c.req.param('id'));\n",
      '',
      'http/field',
    ],
    [
      '/uploads gives out pictures by their names alone, from its folder alone',
      'const PUBLIC_PICTURE = /^[\\w-]+\\.(png|webp)$/;',
      'const PUBLIC_PICTURE = /./;',
      'http/uploads',
    ],
    ['/uploads gives visitors only what is shown', ' && isPublicPicture(ctx, name);', ';', 'http/uploads'],
  ]),
  ...of('http/pictures.ts', [
    ['a picture is told by its bytes', 'if (!formats.some((format) => BEGINNINGS[format].test(beginning)))', 'if (false)', 'http/uploads'],
    ['a small file does not unfold without bounds', '{ limitInputPixels: MAX_PIXELS }', '{ limitInputPixels: false }', 'http/uploads'],
  ]),
];
