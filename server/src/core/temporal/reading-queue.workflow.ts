/** What opens files takes memory and a processor for itself: a queue of its own, from which few are taken at a time. */
export const readingQueueOf = (taskQueue: string) => `${taskQueue}-reading`
