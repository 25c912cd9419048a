import type { Step } from '@throughline/flow/document'
import type { DueAt } from '@throughline/flow/eval'
import type { StepId } from '@throughline/flow/plan'
import { runKey, type Ticket } from './running.ts'
import type { Seat } from './seats.ts'
import type { TurnEvent } from './turn-event.ts'

type TaskType = 'manual' | 'approval' | 'automated'
type TaskStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'

/** Of a run: how it was left, or why it needs somebody. */
export interface RunChange {
  closedAt?: number | undefined
  outcome?: string | undefined
  why?: string | undefined
  code?: string | undefined
  problem?: string | undefined
  /** Whether a person passed over it. */
  isOverridden?: boolean | undefined
}

export interface NewRun extends RunChange {
  step: StepId
  round: number
  kind: Step['type']
  openedAt: number
  due?: DueAt | undefined
  until?: number | undefined
}

export interface NewTask {
  ticket: Ticket
  type: TaskType
  status: TaskStatus
  name: string
  description: string
  priority: number
  due?: DueAt | undefined
  assignee?: Seat | undefined
  reviewer?: string | undefined
  /** Of an approval: whom it asks, in order; `asked` says whose turn it is. */
  seats?: { seat: Seat; asked: boolean }[]
  outcome?: string | undefined
  problem?: string | undefined
  /** The approval whose votes led here. */
  sentBackBy?: Ticket | undefined
}

export interface TaskChange {
  step: StepId
  round: number
  /** Absent: every item's. */
  item?: number
  status: TaskStatus
  outcome?: string | undefined
  problem?: string | undefined
  attempt?: number | undefined
  /** Whoever passed over it. */
  by?: string | undefined
}

type Failure = Ticket & { code: string; text: string }

export const ticketKey = ({ step, round, item }: Ticket) => `${step}:${round}:${item ?? -1}`

/** What a turn leaves behind, gathered so that one statement writes it. A row is written once, as it is at the end. */
export class TurnWrites {
  readonly runs = new Map<string, NewRun>()
  readonly runChanges = new Map<string, Ticket & RunChange>()
  readonly tasks = new Map<string, NewTask>()
  readonly taskChanges = new Map<string, TaskChange>()
  readonly asked: (Ticket & { slot: number })[] = []
  readonly reassigned: { ticket: Ticket; to: Seat }[] = []
  readonly reminded: Ticket[] = []
  /** Runs that look for their people anew. */
  readonly askedAnew: Ticket[] = []
  cancelReason: string | undefined
  /** An approval that ended otherwise than approved: what opens after it is told why. */
  sentBackBy: Ticket | undefined

  /** An event that counts, before anything it leads to. */
  begin(event: TurnEvent): void {
    if (event.t === 'cancel') this.cancelReason = event.reason
    if (event.t !== 'retry') return
    this.changeRun(event, { code: undefined, problem: undefined })
    this.#changeTask({ ...event, status: 'in_progress', attempt: event.attempt + 1 })
  }

  open(run: NewRun): void {
    this.runChanges.delete(runKey(run))
    this.runs.set(runKey(run), run)
  }

  task(task: NewTask): void {
    const key = ticketKey(task.ticket)
    this.taskChanges.delete(key)
    this.tasks.set(key, { ...task, sentBackBy: this.sentBackBy })
  }

  close(
    ticket: Ticket,
    left: { at: number; outcome?: string | undefined; why?: string | undefined; by?: string | undefined },
  ) {
    const { at, outcome, why, by } = left
    if (ticket.item === undefined)
      this.changeRun(ticket, { closedAt: at, outcome, why, isOverridden: by !== undefined })
    this.#changeTask({ ...ticket, status: outcome === undefined ? 'cancelled' : 'completed', outcome, by })
  }

  /** A step that makes no task of its own gets one, for whoever has to look at it. */
  fail({ code, text, ...ticket }: Failure, task: NewTask | undefined): void {
    this.changeRun(ticket, { code, problem: text })
    if (task && !this.tasks.has(ticketKey(ticket))) this.task(task)
    this.#changeTask({ ...ticket, status: 'failed', problem: text })
  }

  changeRun({ step, round }: Ticket, change: RunChange): void {
    const key = runKey({ step, round })
    const opened = this.runs.get(key)
    if (opened) Object.assign(opened, change)
    else this.runChanges.set(key, { step, round, ...this.runChanges.get(key), ...change })
  }

  /**
   * What the database has to change: not what is put anyway, and of a whole step not the items that have a change of
   * their own.
   */
  changesOfTasks(): (TaskChange & { but: number[] })[] {
    const rows = [...this.taskChanges.values()]
    return rows.flatMap((change) => {
      const { step, round, item } = change
      const ofRun = (one: Ticket) => one.step === step && one.round === round
      const put = [...this.tasks.values()].filter(({ ticket }) => ofRun(ticket)).map(({ ticket }) => ticket.item ?? -1)
      if (item !== undefined) return put.includes(item) ? [] : [{ ...change, but: [] }]
      const own = rows.filter((one) => ofRun(one) && one.item !== undefined).map((one) => one.item ?? -1)
      return [{ ...change, but: [...put, ...own] }]
    })
  }

  #changeTask({ step, round, item, status, outcome, problem, attempt, by }: TaskChange): void {
    for (const task of this.tasks.values()) {
      const { ticket } = task
      if (ticket.step !== step || ticket.round !== round || (item !== undefined && item !== ticket.item)) continue
      // An item that has ended is not touched by the end of its step.
      if (task.outcome !== undefined || task.status === 'cancelled') continue
      Object.assign(task, { status, outcome, problem })
    }
    this.taskChanges.set(ticketKey({ step, round, ...(item !== undefined && { item }) }), {
      step,
      round,
      ...(item !== undefined && { item }),
      status,
      outcome,
      problem,
      attempt,
      by,
    })
  }
}
