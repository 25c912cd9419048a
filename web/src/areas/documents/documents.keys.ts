/** Under this stand all answers about documents: lists, groups, details, previews. */
export const documentsKey = ['documents'] as const

/** Of its own: a list that is refreshed must not ask for every upload again. */
export const uploadsKey = ['uploads'] as const
