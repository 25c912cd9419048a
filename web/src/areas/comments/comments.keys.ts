/** Under this stand the comments of instances and tasks, and whom they can name. */
export const commentsKey = ['comments'] as const
