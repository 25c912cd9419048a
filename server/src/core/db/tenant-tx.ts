import type { MemberId, PersonId, TenantId } from '@throughline/contracts/ids'
import type { MessageType, OpenMessage } from '@throughline/contracts/inbox'
import type { FrameContext } from '@throughline/contracts/live'
import type { Context } from '../context.ts'
import type { Db } from './bound-kysely.ts'
import type { JsonObject } from './schema.gen.ts'

/** In whose name a transaction runs. Jobs have a tenant alone; people also have a member and a person. */
export interface Scope {
  tenantId: TenantId
  memberId?: MemberId
  personId?: PersonId
}

export interface NewEvent {
  type: string
  kind: string
  id: string
  data?: JsonObject
  /** Members whose open pages are told; without it all of the tenant's. */
  to?: readonly string[]
  /** What it belongs to: goes with the frame, so that a page can tell whether it shows it. */
  within?: FrameContext
}

export interface NewAudit {
  act: string
  kind: string
  id: string
  data?: JsonObject
}

/** News for people, of one thing: it becomes a message of each of them, except whoever acts. */
export interface Notice {
  type: MessageType
  because: OpenMessage['because']
  /** The name of what it is about, and its words: a comment, a reason, a problem. */
  name: string
  text: string
  /** Members. Whoever may not see it is left out. */
  to: readonly string[]
  /** And everybody who follows its workflow. */
  followers?: true
  about: {
    task?: string
    instance?: string
    workflow?: string
    document?: string
    comment?: string
    export?: string
    connection?: string
  }
}

/** A duty that outlives the request: a workflow to be started under an id that makes a second start harmless. */
export interface WorkflowStart {
  workflow: string
  workflowId: string
  args: JsonObject
  /** The trace in which the duty arose. */
  traceparent?: string
}

/**
 * Tells a workflow to look at its rows, and starts it where none runs, however often it has run before. It carries nothing
 * but whose rows they are, so that pokes need no order and one is as good as many.
 */
export interface WorkflowPoke {
  workflow: string
  workflowId: string
  args: JsonObject
  traceparent?: string
}

export type Duty =
  | { topic: 'workflow.start'; payload: WorkflowStart }
  | { topic: 'workflow.poke'; payload: WorkflowPoke }

export type OutboxRow = Duty & {
  shard: number
  id: number
  /** What the row is about: rows of one aggregate are sent in order, pokes in any. */
  aggregateId: string
}

/** What every transaction that can lead to duties offers. All of it is written with the work itself, or not at all. */
export interface DutyTx {
  readonly db: Db
  /** Starts a workflow once this has committed; lost neither by a crash nor by an engine that is away. */
  start(aggregateId: string, start: WorkflowStart): void
  afterCommit(act: () => void): void
}

export interface TenantTx extends DutyTx {
  readonly scope: Scope
  readonly tenantId: TenantId
  readonly log: Context['log']
  /** Without a payment provider nothing is sold, so that nothing that is sold limits anybody. */
  readonly takesPayments: boolean
  /** Appends to the tenant's events and tells the open pages after the commit. */
  emit(event: NewEvent): void
  audit(entry: NewAudit): void
  /** Tells people in their inboxes, with the commit. Those who are asked to do something are told by themselves. */
  notify(notice: Notice): void
  /** Pokes a workflow once this has committed; lost neither by a crash nor by an engine that is away. */
  poke(aggregateId: string, poke: WorkflowPoke): void
  /** What must be kept although all of this is rolled back, in a transaction of its own. */
  afterRollback(act: (ctx: Context) => Promise<void>): void
  /** Has it indexed anew, where its change is no event. Events of what is searched do so by themselves. */
  index(kind: string, id: string): void
  /** Adds to a slotted counter; all sums are written once, sorted, as the last statement. */
  count(name: string, key: string, by: number): void
}

/** Enough to read one tenant's rows: every transaction of a tenant is one. */
export type ReadTx = Pick<TenantTx, 'db' | 'tenantId'>

/** What a read is handed, for those who ask what is sold. */
export type SalesTx = ReadTx & Pick<TenantTx, 'takesPayments'>
