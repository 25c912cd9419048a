/** Calls to the outside may take long: they wait in a queue of their own, so that nothing else waits behind them. */
export const callsQueueOf = (taskQueue: string) => `${taskQueue}-calls`
