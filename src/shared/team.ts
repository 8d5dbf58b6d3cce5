export const TEAM_ROLES = ['cleaner', 'supervisor', 'manager'] as const;
