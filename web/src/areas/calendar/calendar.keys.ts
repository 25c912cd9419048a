export const calendarKey = ['calendar'] as const
