/** Under this stand all answers about messages. */
export const inboxKey = ['inbox'] as const
