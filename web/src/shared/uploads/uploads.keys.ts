/** Of its own: a list that is refreshed must not ask for every upload again. */
export const uploadsKey = ['uploads'] as const
