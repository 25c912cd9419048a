/** Under this stand all answers about instances: lists, details, traces, files. */
export const instancesKey = ['instances'] as const

/** Customers, for typing ahead. */
export const clientsKey = ['clients'] as const
