import type { Json } from '@throughline/flow/eval'
import type { Event } from '@throughline/flow/run'

type Without<E, K extends string> = E extends unknown ? Omit<E, K> : never

/** With an override: what later steps need of the step that is passed over, by variable. The reducer looks past it. */
export type TurnEvent = Event & { outputs?: Record<string, Json> }

/** What somebody or something outside says; the moment it counts from is the instance's own. */
export type NewEvent = Without<TurnEvent, 'at'>
