/** Under this stand, by what they are about, the comments of instances, tasks and documents, and whom they can name. */
export const commentsKey = ['comments'] as const
