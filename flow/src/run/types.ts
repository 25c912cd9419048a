import type { StepId } from '../plan.ts'

export type Verdict = 'approve' | 'reject' | 'changes'

/** An open step: it holds a token and somebody or something is awaited. */
export type Open = {
  round: number
  since: number
  phase: 'working' | 'failed'
  attempt: number
  code?: string
  until?: number
  slots?: number
  /** Per slot. */
  votes?: Record<number, Verdict>
  /** The attempt that began a new effect key, after a definite refusal. */
  keyed?: number
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

type Ticket = { step: StepId; round: number }

export type TicketEvent = { at: number } & Ticket &
  (
    | { t: 'done'; by: string }
    | { t: 'decision'; slot: number; decision: Verdict; by: string }
    /** `code: 'refused'` says that the receiver definitely did nothing. */
    | { t: 'result'; attempt: number; ok: boolean; code?: string }
    | { t: 'retry'; attempt: number; by: string }
    | { t: 'override'; outcome: string; by: string; reason: string }
    // Produced by the turn itself.
    | { t: 'opened'; until?: number; slots?: number }
    | { t: 'branch'; outcome: string }
    | { t: 'error'; code: string; text: string }
  )

/** `at` is workflow time, never a person's clock. */
export type Event =
  | ({ at: number } & ({ t: 'start' } | { t: 'tick' } | { t: 'cancel'; by: string; reason: string }))
  | TicketEvent

export type Command =
  | ({ c: 'open'; from: StepId[] } & Ticket)
  | ({ c: 'decide' } & Ticket)
  /** The next slot in order. */
  | ({ c: 'ask'; slot: number } & Ticket)
  | ({ c: 'close'; outcome?: string; why?: 'returned' | 'sibling' | 'ended' } & Ticket)
  | ({ c: 'fail'; code: string; text?: string } & Ticket)
  | { c: 'finish'; status: 'completed' | 'cancelled'; outcome: string }
  // For the adapter, after the commit. The instance's id goes before `key`.
  | ({ c: 'call'; attempt: number; key: string } & Ticket)
  | ({ c: 'uncall' } & Ticket)
  | { c: 'wake'; at: number | null }

export type Dropped = 'ended' | 'late' | 'repeat' | 'stale' | 'kind' | 'unknown'
export type Reduced = { state: State; commands: Command[]; dropped?: Dropped }
