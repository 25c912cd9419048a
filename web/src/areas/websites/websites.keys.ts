/** Under this stand all answers about websites: lists, drafts, versions. */
export const websitesKey = ['websites'] as const
