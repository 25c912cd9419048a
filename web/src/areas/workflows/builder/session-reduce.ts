import type { Workflow } from '@throughline/contracts/workflows'
import { type Change, diff, merge, type Side } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { documentOf, saysTheSame } from './document.ts'
import {
  isSent,
  type Moment,
  type SaveFailure,
  type SessionEffect,
  type SessionEvent,
  type SessionModel,
  type SessionState,
  withRefs,
} from './session-state.ts'

/** After the last change, before it is sent. */
const PAUSE = 800
const RETRY = 10_000
const MAX_DRAFTS = 5

/** What one event leads to, collected while it is looked at. */
interface Turn {
  readonly moment: Moment
  readonly effects: SessionEffect[]
}

const versionOf = ({ shown }: SessionModel) => shown.workflow?.version ?? 0

const show = (model: SessionModel, change: Partial<SessionState>): SessionModel => ({
  ...model,
  shown: { ...model.shown, ...change },
})

const showWorkflow = (model: SessionModel, workflow: Workflow): SessionModel =>
  show(model, { workflow, refs: withRefs(model.shown.refs, workflow.refs) })

/** Kept in this browser only until the server has it. */
function keepCopy(model: SessionModel, { effects }: Turn): SessionModel {
  const { copyName: name, mine: doc, base, shown } = model
  const copy = { doc, base, version: shown.workflow?.version ?? null }
  effects.push(isSent(model) ? { type: 'forget copy', name } : { type: 'keep copy', name, copy })
  return { ...model, copyDue: false }
}

const settled = (model: SessionModel): SessionModel =>
  isSent(model) && model.shown.saving.kind === 'waiting' ? show(model, { saving: { kind: 'unchanged' } }) : model

function edit(model: SessionModel, doc: FlowDoc, { moment, effects }: Turn): SessionModel {
  if (!model.copyDue) effects.push({ type: 'copy later' })
  const next = settled({ ...model, mine: doc, copyDue: true })
  if (isSent(next) || next.shown.clash) return next
  effects.push({ type: 'send later', after: PAUSE })
  if (next.shown.saving.kind === 'waiting' || next.underway) return next
  return show(next, { saving: { kind: moment.online ? 'waiting' : 'offline' } })
}

/** The server gives a prefix that is taken its next free digit. */
function withPrefix(model: SessionModel, prefix: string, sent: FlowDoc, { effects }: Turn): SessionModel {
  if (prefix === sent.prefix) return model
  const { mine } = model
  const base = { ...sent, prefix }
  const corrected = mine === sent ? base : mine.prefix === sent.prefix ? { ...mine, prefix } : mine
  effects.push({ type: 'correct prefix', sent, base, mine, corrected })
  return { ...model, base, mine: corrected }
}

/** The server has this document now. */
function accept(model: SessionModel, workflow: Workflow, sent: FlowDoc, turn: Turn): SessionModel {
  const next = withPrefix({ ...showWorkflow(model, workflow), base: sent }, workflow.prefix, sent, turn)
  turn.effects.push({ type: 'tell workflow', workflow })
  if (model.shown.workflow) return next
  // The copy of a new one moves to its own address, with what was typed since.
  turn.effects.push({ type: 'forget copy', name: model.copyName })
  return keepCopy({ ...next, copyName: workflow.id }, turn)
}

/** Theirs is what the server has; here stands both, merged. */
function take(
  model: SessionModel,
  theirs: Workflow,
  merged: FlowDoc,
  changes: readonly Change[],
  turn: Turn,
): SessionModel {
  const base = documentOf(theirs)
  const mine = saysTheSame(merged, base) ? base : merged
  turn.effects.push({ type: 'replace document', doc: mine })
  if (changes.length > 0) turn.effects.push({ type: 'tell theirs', workflow: theirs, changes, before: model.base })
  return keepCopy({ ...show(showWorkflow(model, theirs), { clash: undefined }), base, mine }, turn)
}

const askAbout = (model: SessionModel, theirs: Workflow, merged: ReturnType<typeof merge>): SessionModel =>
  show(model, { clash: { base: model.base, theirs, merged }, saving: { kind: 'waiting' } })

/** What they did and what was done here, in one document; or the question which of the two. */
function meet(model: SessionModel, theirs: Workflow, turn: Turn): SessionModel {
  if (theirs.version < versionOf(model)) return model
  const { base, mine } = model
  const doc = documentOf(theirs)
  if (saysTheSame(doc, base)) return showWorkflow(model, theirs)
  if (saysTheSame(doc, mine)) return take(model, theirs, doc, [], turn)
  if (mine === base) return take(model, theirs, doc, diff(base, doc).changes, turn)
  const merged = merge(base, mine, doc)
  if (merged.conflicts.length > 0) return askAbout(model, theirs, merged)
  return take(model, theirs, merged.doc, merged.theirs, turn)
}

/** What was changed here since the question was asked may ask another. */
function resolve(model: SessionModel, choices: Readonly<Record<string, Side>>, turn: Turn): SessionModel {
  const { clash } = model.shown
  if (!clash) return model
  const merged = merge(model.base, model.mine, documentOf(clash.theirs), choices)
  const known = new Set(clash.merged.conflicts.map(({ path }) => path))
  if (merged.conflicts.some(({ path }) => !known.has(path) && !(path in choices)))
    return askAbout(model, clash.theirs, merged)
  return take(model, clash.theirs, merged.doc, [], turn)
}

function adopt(model: SessionModel, workflow: Workflow, turn: Turn): SessionModel {
  const doc = documentOf(workflow)
  let next = showWorkflow(model, workflow)
  // Publishing changes nothing of what it says: words that were typed meanwhile stay.
  if (!saysTheSame(doc, next.base)) {
    const same = saysTheSame(next.mine, doc)
    if (!same) turn.effects.push({ type: 'replace document', doc })
    next = same ? { ...next, base: next.mine } : { ...next, base: doc, mine: doc }
  }
  if (isSent(next)) next = show(next, { saving: { kind: 'unchanged' } })
  turn.effects.push({ type: 'tell workflow', workflow })
  return keepCopy(next, turn)
}

function yieldTo(model: SessionModel, workflow: Workflow, turn: Turn): SessionModel {
  return show(take(model, workflow, documentOf(workflow), [], turn), { saving: { kind: 'unchanged' } })
}

type Flush = NonNullable<SessionModel['flush']>

const askToFlush = (model: SessionModel, leaving: boolean, id?: number): SessionModel => {
  const { tries = 0, leaving: left = false, waiting = [] } = model.flush ?? {}
  return {
    ...model,
    flush: { tries, leaving: left || leaving, waiting: id === undefined ? waiting : [...waiting, id] },
  }
}

/** Those who wait for it are told whether everything is on the server. */
function endFlush(model: SessionModel, { effects }: Turn): SessionModel {
  if (model.flush) effects.push({ type: 'flushed', ids: model.flush.waiting, sent: isSent(model) })
  return { ...model, flush: undefined }
}

function sendDraft(model: SessionModel, flush: Flush, { moment, effects }: Turn): SessionModel {
  const unanswered = model.unanswered ?? { doc: model.mine, version: versionOf(model), key: moment.key }
  effects.push({ type: 'send draft', id: model.shown.workflow?.id, ...unanswered, leaving: flush.leaving })
  return {
    ...show(model, { saving: { kind: 'sending' } }),
    unanswered,
    underway: { kind: 'draft' },
    flush: { ...flush, tries: flush.tries + 1 },
  }
}

function flushOn(model: SessionModel, flush: Flush, turn: Turn): SessionModel {
  const sent = isSent(model)
  if (!sent && !model.shown.clash && flush.tries < MAX_DRAFTS) return sendDraft(model, flush, turn)
  if (!sent) return endFlush(model, turn)
  const wasSending = model.shown.saving.kind === 'sending'
  const done = wasSending ? show(model, { saving: { kind: 'saved', at: turn.moment.now } }) : settled(model)
  return endFlush(keepCopy(done, turn), turn)
}

function receive(model: SessionModel, turn: Turn): SessionModel {
  if (model.arrivals.length === 0) return model
  turn.effects.push({ type: 'settled', ids: model.arrivals.map(({ id }) => id) })
  const met = model.arrivals.reduce((next, { workflow }) => {
    if (workflow.version === versionOf(next)) return showWorkflow(next, workflow)
    return next.shown.clash ? next : meet(next, workflow, turn)
  }, model)
  return { ...met, arrivals: [] }
}

function letLeave(model: SessionModel, turn: Turn): SessionModel {
  if (model.leavers.length === 0) return model
  turn.effects.push({ type: 'settled', ids: model.leavers })
  return keepCopy({ ...model, leavers: [] }, turn)
}

/** One thing at a time is asked of the server: the next begins when the one before is answered. */
function proceed(model: SessionModel, turn: Turn): SessionModel {
  if (model.underway) return model
  const next = letLeave(receive(model, turn), turn)
  return next.flush ? flushOn(next, next.flush, turn) : next
}

/** No further try would help now. */
function giveUp(model: SessionModel, { why }: SaveFailure, turn: Turn): SessionModel {
  const { moment, effects } = turn
  if (why === undefined) effects.push({ type: 'send later', after: RETRY })
  const saving = moment.online ? ({ kind: 'failed', why } as const) : ({ kind: 'offline' } as const)
  return endFlush({ ...show(model, { saving }), underway: undefined }, turn)
}

function saveFailed(model: SessionModel, failure: SaveFailure, turn: Turn): SessionModel {
  const { underway, shown } = model
  if (underway?.kind !== 'draft') return model
  const next = failure.answered ? { ...model, unanswered: undefined } : model
  const id = shown.workflow?.id
  if (!failure.stale || !id) return giveUp(next, failure, turn)
  turn.effects.push({ type: 'read', id })
  return { ...next, underway: { kind: 'read', refusal: failure } }
}

function draftSaved(model: SessionModel, workflow: Workflow, turn: Turn): SessionModel {
  const { unanswered } = model
  if (model.underway?.kind !== 'draft' || !unanswered) return model
  return accept({ ...model, unanswered: undefined, underway: undefined }, workflow, unanswered.doc, turn)
}

/** Others were faster: their changes are in the document now, or a question is asked about them. */
function onRead(model: SessionModel, workflow: Workflow, turn: Turn): SessionModel {
  return model.underway?.kind === 'read' ? meet({ ...model, underway: undefined }, workflow, turn) : model
}

function readFailed(model: SessionModel, turn: Turn): SessionModel {
  const { underway } = model
  return underway?.kind === 'read' ? giveUp(model, underway.refusal, turn) : model
}

const sendIfUnsent = (model: SessionModel, { effects }: Turn): SessionModel => {
  if (!isSent(model)) effects.push({ type: 'send later', after: PAUSE })
  return model
}

function happen(model: SessionModel, event: SessionEvent, turn: Turn): SessionModel {
  switch (event.type) {
    case 'opened':
      return sendIfUnsent(model.shown.workflow ? meet(model, model.shown.workflow, turn) : model, turn)
    case 'edited':
      return edit(model, event.doc, turn)
    case 'send due':
      return askToFlush(model, false)
    case 'copy due':
      return keepCopy(model, turn)
    case 'flush':
      turn.effects.push({ type: 'send no more' })
      return askToFlush(event.leaving ? keepCopy(model, turn) : model, event.leaving, event.id)
    case 'draft saved':
      return draftSaved(model, event.workflow, turn)
    case 'save failed':
      return saveFailed(model, event.failure, turn)
    case 'read':
      return onRead(model, event.workflow, turn)
    case 'read failed':
      return readFailed(model, turn)
    case 'arrived':
      return { ...model, arrivals: [...model.arrivals, { id: event.id, workflow: event.workflow }] }
    case 'adopted':
      return adopt(model, event.workflow, turn)
    case 'yielded':
      return yieldTo(model, event.workflow, turn)
    case 'resolved':
      return resolve(model, event.choices, turn)
    case 'refs added':
      return show(model, { refs: withRefs(model.shown.refs, event.refs) })
    case 'abandoned':
      turn.effects.push({ type: 'send no more' })
      return { ...model, abandoned: true, leavers: [...model.leavers, event.id] }
    case 'resumed':
    default:
      return sendIfUnsent({ ...model, abandoned: false }, turn)
  }
}

/** The whole of what a session does: from what is, and what has happened, to what is then and what has to be done. */
export function reduce(
  model: SessionModel,
  event: SessionEvent & { moment: Moment },
): { state: SessionModel; effects: readonly SessionEffect[] } {
  const turn: Turn = { moment: event.moment, effects: [] }
  return { state: proceed(happen(model, event, turn), turn), effects: turn.effects }
}
