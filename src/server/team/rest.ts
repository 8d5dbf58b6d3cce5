import type { RestRow } from '../rest-row';

export const teamRest: RestRow[] = [
  ['GET', '/team-members', 'team.listAll', { rows: true }],
  ['GET', '/team-members/active', 'team.listActive', { rows: true }],
  ['GET', '/team-members/{id}', 'team.get'],
  ['POST', '/team-members', 'team.create', { status: 201 }],
  ['PATCH', '/team-members/{id}', 'team.update'],
  ['PATCH', '/team-members/{id}/deactivate', 'team.deactivate'],
  ['POST', '/team/login', 'team.login'],
  ['POST', '/team/password', 'team.setPassword', { status: 204 }],
  ['POST', '/team/logout', 'team.logout', { status: 204 }],
];
