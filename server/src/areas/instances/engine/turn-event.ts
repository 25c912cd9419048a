import type { Json } from '@throughline/flow/eval'
import type { Dropped, Event } from '@throughline/flow/run'

type Without<E, K extends string> = E extends unknown ? Omit<E, K> : never

/** With an override: what later steps need of the step that is passed over, by variable. The reducer looks past it. */
export type TurnEvent = Event & { outputs?: Record<string, Json> }

/** What somebody or something outside says; the moment it counts from is the engine's. */
export type Told = Without<TurnEvent, 'at'>

/** As the trace keeps it: with the reason if it did not count. */
export type TracedEvent = TurnEvent & { dropped?: Dropped }
