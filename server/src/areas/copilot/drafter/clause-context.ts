import type { Team } from './people.ts'

/** What is known before a clause is read. */
export interface ClauseContext {
  teams: readonly Team[]
  /** Nothing has happened yet: whoever does this begins. */
  first: boolean
  /** Whom it is about, if that is not whoever starts it. */
  about: RegExp | undefined
  /** Who did the last thing, for "checks and signs". */
  subject: string | undefined
}
