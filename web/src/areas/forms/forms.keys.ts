/** Under this stand all answers about forms: lists, drafts, versions, responses. */
export const formsKey = ['forms'] as const
