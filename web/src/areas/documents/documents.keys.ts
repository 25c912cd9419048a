/** Under this stand all answers about documents: lists, groups, details, previews. */
export const documentsKey = ['documents'] as const
