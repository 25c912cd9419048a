/** Under this stand all answers about workflows: lists, documents, versions. */
export const workflowsKey = ['workflows'] as const
