/** Of its own, so that the live socket can name them without loading the area. */
export const tasksKey = ['tasks'] as const
