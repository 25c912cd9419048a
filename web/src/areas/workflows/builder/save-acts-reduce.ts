import type { MemberId } from '@throughline/contracts/ids'
import type { Workflow } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { spec, texts } from '../builder.texts.ts'

/** `later`: which of two changes to keep was not answered yet. */
export type BuilderQuestion = 'leave' | 'discard' | 'publish' | 'settings' | 'later' | { restore: number }

/** What Save, Publish and the menu do. Saving leaves edit mode, unless it is to go on; keeping asks about nothing. */
export type SaveAct =
  | { kind: 'save' | 'save and go on' | 'keep' | 'ask to publish' | 'refresh' }
  | { kind: 'discard' }
  | { kind: 'publish'; authors: MemberId[]; note: string }
  | { kind: 'restore'; number: number }
  | { kind: 'copy mine'; open: (id: string) => void }

/** Calls that need the latest version of the workflow. */
export type VersionedAct = Extract<SaveAct, { kind: 'publish' | 'discard' | 'restore' }>

interface Running {
  id: number
  act: SaveAct
  /** Somebody was quicker, and what they did is being read. */
  overtaken: boolean
  /** The document as it was before, for Undo. */
  before: FlowDoc
}

interface SaveActsState {
  running: readonly Running[]
}

/** How the session stood when an event happened. */
export interface SessionView {
  workflow: Workflow | undefined
  theirs: Workflow | undefined
  doc: FlowDoc
  jsonValid: boolean
}

interface ActFailure {
  /** In the server's words, where it said any. */
  description: string | undefined
  /** Somebody else saved first. */
  stale: boolean
  /** The workflow cannot be published as it is. */
  hasErrors: boolean
}

export type SaveActEvent = { id: number; view: SessionView } & (
  | { type: 'pressed'; act: SaveAct }
  | { type: 'flushed'; sent: boolean }
  | { type: 'called' | 'read'; workflow: Workflow }
  | { type: 'arrived' }
  | { type: 'copied'; workflow: Workflow; theirs: Workflow }
  | { type: 'failed'; failure: ActFailure }
)

/** What is said about it on the screen. */
export type Notice =
  | { kind: 'done'; title: string }
  /** With how many errors; none where nothing differs from the published version. */
  | { kind: 'saved'; draft: { errors: number } | null }
  | { kind: 'invalid' | 'reloaded' }
  | { kind: 'has issues'; errors: number }
  | { kind: 'discarded'; before: FlowDoc }
  | { kind: 'copied'; workflow: Workflow; open: (id: string) => void }
  | { kind: 'failed'; title: string; description: string | undefined; again: SaveAct | undefined }

export type SaveActEffect =
  | { type: 'flush'; id: number }
  | { type: 'call'; id: number; act: VersionedAct; workflow: Workflow }
  | { type: 'read'; id: number; workflow: Workflow }
  | { type: 'arrive'; id: number; workflow: Workflow }
  | { type: 'copy'; id: number; doc: FlowDoc; theirs: Workflow }
  | { type: 'adopt' | 'yield'; workflow: Workflow }
  | { type: 'tell'; notice: Notice }
  /** What the last try came to is told until the next. */
  | { type: 'dismiss failure' | 'stop editing' | 'show issues' }
  | { type: 'ask'; question: BuilderQuestion | undefined }
  | { type: 'ended'; id: number; done: boolean }

/** Of these the button shows that they run. */
const SHOWN_BUSY: readonly SaveAct['kind'][] = [
  'save',
  'save and go on',
  'keep',
  'ask to publish',
  'publish',
  'refresh',
]

export const NOTHING_RUNS: SaveActsState = { running: [] }

export const isBusy = ({ running }: SaveActsState): boolean => running.some(({ act }) => SHOWN_BUSY.includes(act.kind))

type Effects = readonly SaveActEffect[]

const tell = (notice: Notice): SaveActEffect => ({ type: 'tell', notice })
const failed = (title: string, description?: string, again?: SaveAct) =>
  tell({ kind: 'failed', title, description, again })
const ask = (question?: BuilderQuestion): SaveActEffect => ({ type: 'ask', question })

/** What an event leads to; with `ended` the act is over, and whether it was done. */
interface Next {
  effects: Effects
  ended?: boolean
}

const isVersioned = (act: SaveAct): act is VersionedAct =>
  act.kind === 'publish' || act.kind === 'discard' || act.kind === 'restore'

function onPress({ id, act }: Running, { jsonValid, workflow, theirs, doc }: SessionView): Next {
  const again: Effects = SHOWN_BUSY.includes(act.kind) ? [{ type: 'dismiss failure' }] : []
  const isWhole = act.kind === 'save' || act.kind === 'save and go on' || act.kind === 'ask to publish'
  if (isWhole && !jsonValid) return { effects: [...again, tell({ kind: 'invalid' })], ended: false }
  if (act.kind === 'refresh' && !workflow) return { effects: again, ended: false }
  if (act.kind !== 'copy mine') return { effects: [...again, { type: 'flush', id }] }
  return theirs ? { effects: [{ type: 'copy', id, doc, theirs }] } : { effects: [], ended: false }
}

/** The latest version as far as it is known here; none where the workflow was never saved, or is asked about. */
function call({ id, act }: Running, { workflow, theirs }: SessionView): Next {
  if (!workflow || theirs || !isVersioned(act)) return { effects: [], ended: false }
  return { effects: [{ type: 'call', id, act, workflow }] }
}

function onFlush(running: Running, sent: boolean, view: SessionView): Next {
  const { id, act } = running
  if (act.kind === 'refresh')
    return view.workflow ? { effects: [{ type: 'read', id, workflow: view.workflow }] } : { effects: [], ended: false }
  if (isVersioned(act)) return sent ? call(running, view) : { effects: [], ended: false }
  // Of a clash the person is asked anyway.
  if (!sent) return { effects: view.theirs ? [] : [failed(spec.saveFailed, undefined, act)], ended: false }
  const draft = view.workflow?.draft ?? null
  if (act.kind === 'ask to publish')
    return draft && draft.errors > 0
      ? { effects: hasIssues(view.workflow), ended: false }
      : { effects: [ask('publish')], ended: true }
  const saved = tell({ kind: 'saved', draft })
  return { effects: act.kind === 'save and go on' ? [saved] : [saved, ask(), { type: 'stop editing' }], ended: true }
}

const hasIssues = (workflow: Workflow | undefined): Effects => [
  tell({ kind: 'has issues', errors: workflow?.draft?.errors ?? 0 }),
  { type: 'show issues' },
]

function onCalled({ act, before }: Running, workflow: Workflow): Next {
  const adopt: SaveActEffect = { type: 'adopt', workflow }
  if (act.kind === 'discard') return { effects: [adopt, tell({ kind: 'discarded', before })], ended: true }
  if (act.kind === 'restore')
    return { effects: [adopt, tell({ kind: 'done', title: texts.restoreVersion(act.number) })], ended: true }
  const published = tell({ kind: 'done', title: texts.publishedAs(workflow.current_version ?? 1) })
  return { effects: [adopt, ask(), { type: 'stop editing' }, published], ended: true }
}

const FAILED: Record<SaveAct['kind'], string> = {
  save: spec.saveFailed,
  'save and go on': spec.saveFailed,
  keep: spec.saveFailed,
  'ask to publish': spec.saveFailed,
  publish: spec.saveFailed,
  discard: texts.discardFailed,
  restore: texts.restoreFailed,
  refresh: spec.failed,
  'copy mine': texts.clash.copyFailed,
}

function onFailure({ act }: Running, { description, hasErrors }: ActFailure, { workflow }: SessionView): Next {
  if (act.kind === 'publish' && hasErrors) return { effects: [ask(), ...hasIssues(workflow)], ended: false }
  const again = act.kind === 'refresh' ? act : undefined
  return { effects: [failed(FAILED[act.kind], description, again)], ended: false }
}

function happen(running: Running, event: SaveActEvent): Next {
  const { id, act, overtaken } = running
  const { view } = event
  switch (event.type) {
    case 'pressed':
      return onPress(running, view)
    case 'flushed':
      return onFlush(running, event.sent, view)
    case 'called':
      return onCalled(running, event.workflow)
    case 'read':
      return { effects: [{ type: 'arrive', id, workflow: event.workflow }] }
    case 'arrived':
      if (act.kind === 'refresh') return { effects: [tell({ kind: 'reloaded' })], ended: true }
      // Of a clash the person is asked anyway.
      return { effects: view.theirs ? [] : [failed(texts.overtaken, texts.overtakenNote)], ended: false }
    case 'copied': {
      const { workflow, theirs } = event
      if (act.kind !== 'copy mine') return { effects: [] }
      const copied = tell({ kind: 'copied', workflow, open: act.open })
      return { effects: [{ type: 'yield', workflow: theirs }, copied], ended: true }
    }
    case 'failed':
    default:
      // Somebody was quicker: what they did must be seen before it is published, discarded or replaced.
      if (event.failure.stale && isVersioned(act) && !overtaken && view.workflow)
        return { effects: [{ type: 'read', id, workflow: view.workflow }] }
      return onFailure(running, event.failure, view)
  }
}

/** From what runs, and what has happened, to what runs then and what has to be done and said. */
export function reduce(state: SaveActsState, event: SaveActEvent): { state: SaveActsState; effects: Effects } {
  const { id, view } = event
  const others = state.running.filter((one) => one.id !== id)
  const before = state.running.find((one) => one.id === id)
  const running = event.type === 'pressed' ? { id, act: event.act, overtaken: false, before: view.doc } : before
  if (!running) return { state, effects: [] }
  const { effects, ended } = happen(running, event)
  const overtaken = running.overtaken || (event.type === 'failed' && event.failure.stale)
  if (ended === undefined) return { state: { running: [...others, { ...running, overtaken }] }, effects }
  return { state: { running: others }, effects: [...effects, { type: 'ended', id, done: ended }] }
}
