import type { StepId } from '../plan.ts'

export type Verdict = 'approve' | 'reject' | 'changes'
export type Phase = 'working' | 'failed'

/** A run of a step, or of one item of its list: somebody or something is awaited. */
export type Item = {
  phase: Phase
  attempt: number
  code?: string
  slots?: number
  /** Per slot. */
  votes?: Record<number, Verdict>
  /** How often all of them were asked again; absent: never. */
  asked?: number
  /** The attempt that began a new effect key, after a definite refusal. */
  keyed?: number
}

/** A list under way. Items are opened in their order: those before `next` are open, done or lost. */
export type Items = { n: number; next: number; done: string; lost: number; open: Record<number, Item> }

/** An open step holds a token. */
export type Open = Item & {
  round: number
  since: number
  /** Alarms still to go off, each with its number in the plan. */
  alarms?: [at: number, n: number][]
  until?: number
  each?: Items
  /** The outcome that the limit of returns holds back. */
  held?: string
}

export type State = {
  v: 1
  /** Hash of the plan this state belongs to. */
  plan: string
  /** Turns committed: whoever commits a turn adds one, `reduce` leaves it alone. */
  seq: number
  status: 'new' | 'running' | 'completed' | 'cancelled'
  outcome?: string
  open: Record<StepId, Open>
  /** Steps arrived at and not started, with the steps they were arrived at from. */
  wait: Record<StepId, StepId[]>
  /** Only where it differs from `base`. */
  round: Record<StepId, number>
  base: number
  returns: number
}

export type Ticket = { step: StepId; round: number }
export type ItemTicket = Ticket & { item?: number }

/** One attempt of a tool's or a child's work. The instance's id goes before `key`. */
export type Call = ItemTicket & { attempt: number; key: string }

export type TicketEvent = { at: number } & ItemTicket &
  (
    | { t: 'done'; by: string }
    /** `asked`: how often it had been asked again by then. A vote from before does not count. */
    | { t: 'decision'; slot: number; decision: Verdict; by: string; asked?: number }
    /** What was decided on is not the same any more: no vote counts, and all are asked again, for the so-manieth time. */
    | { t: 'withdrawn'; asked: number }
    /** Of a tool or a child. `code: 'refused'` says that the receiver definitely did nothing. */
    | { t: 'result'; attempt: number; ok: boolean; outcome?: 'rejected'; code?: string }
    | { t: 'retry'; attempt: number; by: string }
    | { t: 'override'; outcome: string; by: string; reason: string }
    // Produced by the turn itself. With `item` it says how many people that item asks.
    | { t: 'opened'; alarms?: [at: number, n: number][]; until?: number; slots?: number; items?: number }
    /** The next items of a list that has room for them. */
    | { t: 'more' }
    | { t: 'branch'; outcome: string }
    | { t: 'error'; code: string; text: string }
  )

/** `at` is workflow time, never a person's clock. */
export type Event =
  | ({ at: number } & ({ t: 'start' } | { t: 'tick' } | { t: 'cancel'; by: string; reason: string }))
  | TicketEvent

export type Why = 'returned' | 'sibling' | 'ended' | 'enough' | 'migrated'

export type Command =
  | ({ c: 'open'; from: StepId[] } & Ticket)
  | ({ c: 'decide' } & Ticket)
  /** The next slot in order, or an item of the list: its people, its form. */
  | ({ c: 'ask'; slot?: number } & ItemTicket)
  | ({ c: 'close'; outcome?: string; why?: Why } & ItemTicket)
  | ({ c: 'remind' | 'reassign'; n: number } & Ticket)
  | ({ c: 'fail'; code: string; text?: string } & ItemTicket)
  | { c: 'finish'; status: 'completed' | 'cancelled'; outcome: string }
  // For the adapter, after the commit.
  | ({ c: 'call' | 'child' } & Call)
  | ({ c: 'uncall' | 'unchild' } & ItemTicket)
  | { c: 'wake'; at: number | null }

export type Dropped = 'ended' | 'late' | 'repeat' | 'stale' | 'kind' | 'unknown'
export type Reduced = { state: State; commands: Command[]; dropped?: Dropped }
