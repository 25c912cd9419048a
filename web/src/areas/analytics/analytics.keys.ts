export const analyticsKey = ['analytics'] as const
