/** Under this stand all answers about tasks. */
export const tasksKey = ['tasks'] as const
