import type { Call, State } from '../../run/types.ts'
import type { Command, Event } from '../../run.ts'

/** A turn that was committed: what it took from outside, and what it found out itself. */
export type Turn = { at: number; bound: boolean; taken: Event[]; produced: Event[] }

export type Instance = {
  id: string
  /** Its place among the plans of the model. */
  plan: number
  depth: number
  state: State
  turns: Turn[]
  lastAt: number
  /** Where it stands among parents and children; after a restore the same one has the same path. */
  path: string
  parent?: { id: string; call: Call }
  restored?: boolean
}

/** A row of the ledger. `final`: it answers this attempt; without it the engine tries again. */
export type Effect = {
  attempt: number
  tries: number
  state: 'intended' | 'done' | 'failed' | 'unknown'
  code?: string
  final?: boolean
}

/** Until when the engine must have looked at an instance, how often that failed, and whether people are shown so. */
export type Wants = { by: number; tries: number; problem?: true }

type OutboxRow = { id: number; instance: string; sent: boolean; commands: Command[] }

/** Only planted: how a call ended, on its way from the activity to `sync`. */
export type CallResult = { call: Call; ok: boolean; code?: string }

/** What `sync` answers; `problem` where it failed too often. */
export type SyncAnswer =
  | { calls: Call[]; start: Call[]; stop: string[]; more: boolean; delay: number | null; commands: Command[] }
  | 'problem'

/** A zombie goes on although the engine has forgotten the run that began it. */
export type Activity = {
  id: number
  kind: 'call' | 'child' | 'stop'
  instance: string
  call: Call
  /** Of a stop. */
  child?: string
  path?: string
  stage: 'begin' | 'send' | 'settle' | 'report'
  tries: number
  /** What the receiver did. */
  answer?: string
  result?: CallResult
  /** Nothing else was under way as it began, so it syncs in the transaction that settles it. */
  alone?: boolean
  synced?: SyncAnswer
  /** The workflow has synced since it began. */
  overtaken?: boolean
  seen?: boolean
  cancelled?: boolean
  zombie?: boolean
  /** It threw, and the engine tries it again then. */
  retryAt?: number
}

/** An open run of the workflow `keepInstance`; its activities are in the world's list. */
export type Run = {
  poked: boolean
  first: boolean
  fired: boolean
  results: CallResult[]
  /** `sync` is under way. */
  taking: CallResult[] | null
  /** Only planted: the state that `sync` read too early. */
  read?: State
  tries: number
  answer: SyncAnswer | null
  /** What a call that was alone answered: it stands in the history, so that no crash loses it. */
  brought?: SyncAnswer
  timer: number | null
  known: Record<string, 1>
}

type Database = {
  instances: Record<string, Instance>
  wants: Record<string, Wants>
  ledger: Record<string, Effect>
  outbox: OutboxRow[]
}

/** Why turns of a plan throw: it cannot be read at all, or what the step does as it opens throws. */
export type Defect = { step?: string }

export type World = Database & {
  now: number
  nextId: number
  seed: number
  /** Everybody answers so that all ends. */
  bound: boolean
  /** The engine's clock is ahead of the database's by so much. */
  skew: number
  /** By plan. */
  defects: Record<number, Defect>
  runs: Record<string, Run>
  closed: Record<string, 1>
  activities: Activity[]
  /** Syncs under way when the engine forgot their runs. */
  zombies: { instance: string; results: CallResult[] }[]
  /** Only planted: acts on their way to their commit. */
  late: Act[]
  backup?: Database
  engineBackup?: Pick<World, 'runs' | 'activities' | 'closed'>
  watched: Watched
  /** Something crashed or was lost on its way, so a call may be in doubt. */
  doubt: boolean
  /** The engine or the database lost something, so the reconciler has to help. */
  lost: boolean
  restored: boolean
  /** After a restore somebody looked at everything and let it go on. */
  reviewed: boolean
}

/** What nobody in the system knows. */
export type Watched = {
  /** Effects that receivers carried out, by run. */
  applied: Record<string, number>
  /** How often an effect was asked for, where that was more than once. */
  asks: Record<string, number>
  /** Keys that receivers have seen. */
  keys: Record<string, 1>
  ever: Record<string, 'now' | 'past'>
  intents: Record<string, 1>
  begun: Record<string, number>
}

export type Act = { s: 'act'; instance: string; event: Event; late?: boolean }

/** What nobody does on purpose, or seldom. */
export type Accident =
  | { s: 'crash' | 'loss' | 'backup' | 'restore' | 'engineBackup' | 'engineRestore' | 'mend' }
  | { s: 'purge'; instance: string }
  | { s: 'break'; plan: number; step?: string }
  | { s: 'skew'; by: number }

/** One transaction, one message, or one thing that a machine does: anything may happen between two of them. */
export type Step =
  | Act
  | Accident
  | { s: 'late' }
  | { s: 'send' | 'drop'; row: number }
  | { s: 'take' | 'sync' | 'answer' | 'fire' | 'again' | 'reconcile'; instance: string }
  | { s: 'activity'; id: number; how?: string }
  | { s: 'zombie'; n: number }
  | { s: 'pass'; by: number }

export const newWorld = (seed: number): World => ({
  instances: {},
  wants: {},
  ledger: {},
  outbox: [],
  now: 0,
  nextId: 1,
  seed,
  bound: false,
  skew: 0,
  defects: {},
  runs: {},
  closed: {},
  activities: [],
  zombies: [],
  late: [],
  watched: { applied: {}, asks: {}, keys: {}, ever: {}, intents: {}, begun: {} },
  doubt: false,
  lost: false,
  restored: false,
  reviewed: false,
})
