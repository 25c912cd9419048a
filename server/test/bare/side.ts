/** What is there to be done for an instance; `step` counts from 1. */
export interface Ready {
  instance: string
  step: number
  task: string
}

/** One of the two that are compared: both start an instance, write its tasks down, and are told when one is done. */
export interface Side {
  name: string
  start(client: number): Promise<string>
  complete(client: number, ready: Ready): Promise<void>
  /** Everything open at this moment, and which of these instances have ended. */
  look(open: readonly string[]): Promise<{ ready: Ready[]; ended: string[] }>
  /** When the first sign of each instance's first task was there, in milliseconds since 1970. */
  firstSeen(instances: readonly string[]): Promise<Map<string, number>>
  /** Its processes, by what they are. */
  processes(): Record<string, number>
}
