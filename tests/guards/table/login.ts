import { type Guard, of } from '../guard';

/** Passwords and sessions. */
export const LOGIN: Guard[] = [
  ...of('session/service.ts', [
    ['a locked name is not tried', 'if (lockedFor > 0 && lockedFor <= lockSeconds)', 'if (false)', 'http/session server/session-lock'],
    ['failures add up', 'row?.lockedUntil || !row ? 1 : row.failures + 1', '1', 'http/session server/session-lock'],
    [
      'an attempt is counted before its password is looked at',
      'const failures = reserveAttempt(ctx, key, limit, LOCK_SECONDS);',
      'if (await verify()) return 0;\n  const failures = reserveAttempt(ctx, key, limit, LOCK_SECONDS);',
      'http/session',
    ],
    ['a made-up device has no counter of its own', 'if (known && known.name.toLowerCase() === name)', 'if (device)', 'http/session'],
    ['a new password ends the sessions', "    endSessions(ctx, 'admin', id);\n", '', 'http/session server/session'],
  ]),
  ...of('session/admins.ts', [
    [
      'a reset password ends the sessions',
      '    revokeAccess(ctx, user, isCaller(ctx, id) ? ctx.sessionToken : undefined);\n',
      '',
      'server/admins',
    ],
    ['the last admin stays', 'if (countRows(ctx.db, users, ne(users.id, id)) === 0)', 'if (false)', 'server/admins'],
  ]),
  ...of('session/passwords.ts', [
    [
      'four passwords are looked at at a time',
      'if (inFlight >= AT_ONCE) throw',
      'if (false) throw',
      'http/session server/session-lock server/session server/team-account',
    ],
  ]),
  ...of('session/tokens.ts', [
    ['a session that was ended is dead', '    isNull(sessions.revokedAt),\n', '', 'http/session'],
    ['a session is over after its time', "    gt(sessions.expiresAt, sql.placeholder('now')),\n", '', 'http/session'],
    [
      "a member's session does not open the office",
      '    eq(sessions.kind, kind),\n',
      '',
      'http/team-session http/session server/team-account',
    ],
    ['who has left is out', ', eq(teamMembers.isActive, true))', ')', 'http/team-session server/team'],
    [
      'a token counts only beside its cookie, where that is asked for',
      'const isElsewhere = isBound && bearer !== cookies[names.admin];',
      'const isElsewhere = false;',
      'http/security',
    ],
    [
      'a session of the future is none',
      ' || Date.parse(row.createdAt) > now.getTime() + CLOCK_SLACK_MS',
      '',
      'server/session http/session',
    ],
    ['no script reads the cookies', 'httpOnly: true', 'httpOnly: false', 'http/security http/session'],
    ['no other site sends the cookies', "sameSite: 'Strict'", "sameSite: 'Lax'", 'http/security http/session'],
  ]),
  ...of('team/account.ts', [
    [
      'a temporary password is over after its time',
      'isActive && (temporaryPasswordExpiresAt === null || temporaryPasswordExpiresAt > ctx.now().toISOString())',
      'isActive',
      'server/team-account',
    ],
    [
      'who is let go meanwhile does not sign in',
      '  if (!canLogIn(ctx, row) || row.passwordHash !== passwordHash) refuse(0);\n',
      '',
      'http/team-session',
    ],
    ['who has left does not sign in', '  isActive && (temporaryPasswordExpiresAt', '  (temporaryPasswordExpiresAt', 'server/team-account'],
  ]),
];
