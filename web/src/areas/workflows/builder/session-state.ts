import type { Workflow, WorkflowRefs } from '@throughline/contracts/workflows'
import type { Change, Merged, Side } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { documentOf } from './document.ts'
import type { LocalCopy } from './local-copy.ts'

export type SaveState =
  | { kind: 'unchanged' }
  | { kind: 'waiting' | 'sending' | 'offline' }
  | { kind: 'saved'; at: number }
  | { kind: 'failed'; why: string | undefined }

/** Others changed the same places. */
export type Clash = { base: FlowDoc; theirs: Workflow; merged: Merged }

export interface SessionState {
  /** As the server last had it; undefined before the first save of a new one. */
  readonly workflow: Workflow | undefined
  readonly refs: WorkflowRefs
  readonly saving: SaveState
  readonly clash: Clash | undefined
}

/** What is asked of the server, one thing at a time. */
type Underway =
  | { kind: 'draft' }
  /** What others saved, after a save of ours was refused for it. */
  | { kind: 'read'; refusal: SaveFailure }

export interface SessionModel {
  shown: SessionState
  /** What stands in the builder. */
  mine: FlowDoc
  /** As the server last had it. */
  base: FlowDoc
  /** Sent, and never answered: it may have arrived, so the very same is sent again. */
  unanswered: { doc: FlowDoc; version: number; key: string } | undefined
  underway: Underway | undefined
  /** Drafts are sent until nothing is left to send; those who wait for that are told. */
  flush: { tries: number; leaving: boolean; waiting: readonly number[] } | undefined
  /** Wait until nothing is underway. */
  arrivals: readonly { id: number; workflow: Workflow }[]
  leavers: readonly number[]
  abandoned: boolean
  /** Under which name the copy in this browser is kept. */
  copyName: string
  /** The copy in this browser will be written in a moment. */
  copyDue: boolean
}

export interface SaveFailure {
  /** Somebody else saved first. */
  stale: boolean
  /** Whether the server has decided about it. */
  answered: boolean
  why: string | undefined
}

/** What clock and connection said when an event happened, and a key in case something is sent. */
export interface Moment {
  now: number
  online: boolean
  key: string
}

export type SessionEvent =
  | { type: 'opened' }
  | { type: 'edited'; doc: FlowDoc }
  | { type: 'send due' | 'copy due' }
  | { type: 'flush'; id: number; leaving: boolean }
  | { type: 'draft saved'; workflow: Workflow }
  | { type: 'save failed'; failure: SaveFailure }
  | { type: 'read'; workflow: Workflow }
  | { type: 'read failed' }
  | { type: 'arrived'; id: number; workflow: Workflow }
  | { type: 'adopted' | 'yielded'; workflow: Workflow }
  | { type: 'resolved'; choices: Readonly<Record<string, Side>> }
  | { type: 'refs added'; refs: Partial<WorkflowRefs> }
  | { type: 'abandoned'; id: number }
  | { type: 'resumed' }

export type SessionEffect =
  | { type: 'send draft'; id: string | undefined; version: number; doc: FlowDoc; key: string; leaving: boolean }
  | { type: 'read'; id: string }
  /** Instead of what was to be sent later before. */
  | { type: 'send later'; after: number }
  | { type: 'send no more' }
  | { type: 'copy later' }
  | { type: 'keep copy'; name: string; copy: LocalCopy }
  | { type: 'forget copy'; name: string }
  | { type: 'replace document'; doc: FlowDoc }
  /** In the document and in all that undo brings back. */
  | { type: 'correct prefix'; sent: FlowDoc; base: FlowDoc; mine: FlowDoc; corrected: FlowDoc }
  | { type: 'tell workflow'; workflow: Workflow }
  | { type: 'tell theirs'; workflow: Workflow; changes: readonly Change[]; before: FlowDoc }
  | { type: 'flushed'; ids: readonly number[]; sent: boolean }
  | { type: 'settled'; ids: readonly number[] }

const NO_REFS: WorkflowRefs = { people: [], teams: [], workflows: [], secrets: [] }

/** A session begins with the workflow, or with what an earlier visit could not send. */
export function startOf(start: Workflow | FlowDoc, copy: LocalCopy | undefined, copyName: string): SessionModel {
  const existing = 'draft' in start ? start : undefined
  const base = 'draft' in start ? documentOf(start) : start
  return {
    shown: {
      workflow: existing,
      refs: existing?.refs ?? NO_REFS,
      saving: { kind: 'unchanged' },
      clash: undefined,
    },
    mine: copy?.doc ?? base,
    base: copy?.base ?? base,
    unanswered: undefined,
    underway: undefined,
    flush: undefined,
    arrivals: [],
    leavers: [],
    abandoned: false,
    copyName,
    copyDue: false,
  }
}

export const isSent = ({ abandoned, mine, base, unanswered }: SessionModel): boolean =>
  abandoned || (mine === base && !unanswered)

/** The first list itself where the other brings nothing new: what is named by it need not be drawn anew. */
function joined<T extends { id: string }>(one: T[], other: readonly T[] = []): T[] {
  const all = [...new Map([...one, ...other].map((each) => [each.id, each])).values()]
  return JSON.stringify(all) === JSON.stringify(one) ? one : all
}

export function withRefs(known: WorkflowRefs, refs: Partial<WorkflowRefs>): WorkflowRefs {
  const { people, teams, workflows, secrets, tools = [] } = known
  // What starts it is known whole, or not at all.
  const { starts_alone, starts } = { ...known, ...refs }
  const named = refs.secrets?.filter((name) => !secrets.includes(name)) ?? []
  const all = {
    people: joined(people, refs.people),
    teams: joined(teams, refs.teams),
    workflows: joined(workflows, refs.workflows),
    secrets: named.length > 0 ? [...secrets, ...named] : secrets,
    tools: joined(tools, refs.tools),
    ...(starts_alone !== undefined && { starts_alone }),
    ...(starts && { starts }),
  }
  const same = all.people === people && all.teams === teams && all.workflows === workflows && all.secrets === secrets
  const startsAlike = JSON.stringify([known.starts_alone, known.starts]) === JSON.stringify([starts_alone, starts])
  return same && startsAlike && all.tools === tools ? known : all
}
