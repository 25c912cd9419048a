/** Counters by trigger: what it has started, and what it could not start yet. */
export const STARTED = 'trigger.started'
export const WAITING = 'trigger.waiting'
