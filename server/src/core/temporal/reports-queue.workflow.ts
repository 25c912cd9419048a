/** A report may keep a core busy for a minute: a queue of its own, from which a part of the machine's cores is taken. */
export const reportsQueueOf = (taskQueue: string) => `${taskQueue}-reports`
