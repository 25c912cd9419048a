/** Under these stand the answers about members (roles and figures included) and about teams. */
export const membersKey = ['org', 'members'] as const
export const teamsKey = ['org', 'teams'] as const
/** The organisation itself: its profile, calendar and rules. */
export const profileKey = ['org', 'profile'] as const
/** The subscription of the active workspace. */
export const subscriptionKey = ['org', 'subscription'] as const
