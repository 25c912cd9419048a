import { ApiError } from '@throughline/contracts/client'
import type { MemberId } from '@throughline/contracts/ids'
import type { Workflow } from '@throughline/contracts/workflows'
import { useMemo, useState } from 'react'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { createWorkflow, discard, publish, restoreVersion } from '../builder.api.ts'
import { spec, texts } from '../builder.texts.ts'
import { JSON_TOAST } from './json-toast.ts'
import {
  type BuilderQuestion,
  isBusy,
  NOTHING_RUNS,
  type Notice,
  reduce,
  type SaveAct,
  type SaveActEffect,
  type SaveActEvent,
  type SessionView,
  type VersionedAct,
} from './save-acts-reduce.ts'
import type { Session } from './session.ts'

interface SaveContext {
  isJsonValid: () => boolean
  /** All that was changed up to now has been saved. */
  markSaved: () => void
  stopEditing: () => void
  showIssues: () => void
  ask: (question: BuilderQuestion | undefined) => void
  reread: (id: string) => Promise<Workflow>
}

type WithoutView<T> = T extends unknown ? Omit<T, 'view'> : never
type Dispatch = (event: WithoutView<SaveActEvent>) => void

const FAILED = 'saving-failed'

function show(notice: Notice, session: Session, around: SaveContext, press: (act: SaveAct) => void) {
  switch (notice.kind) {
    case 'done':
      return toast.success(notice.title)
    case 'saved': {
      const { errors } = notice.draft ?? { errors: 0 }
      const description = errors > 0 ? texts.notPublishedIssues(errors) : texts.notPublished
      around.markSaved()
      const showIssues = { action: { label: texts.showIssues, onPress: around.showIssues } }
      return toast.success(spec.saved, { ...(notice.draft && { description }), ...(errors > 0 && showIssues) })
    }
    case 'invalid':
      return toast.error(spec.invalidOnSave, JSON_TOAST)
    case 'reloaded':
      return toast.info(texts.reloaded, { id: 'reloaded', timeout: 2_000 })
    case 'has issues':
      return toast.warning(texts.savedWithIssues(notice.errors), {
        action: { label: texts.showIssues, onPress: around.showIssues },
      })
    case 'discarded': {
      const undo = () => session.store.change(notice.before, { label: texts.undoDiscard })
      return toast.success(texts.discarded, { action: { label: texts.undo, onPress: undo } })
    }
    case 'copied': {
      const { workflow, open } = notice
      return toast.success(texts.clash.copied(workflow.name), {
        action: { label: texts.clash.open, onPress: () => open(workflow.id) },
      })
    }
    case 'failed':
    default: {
      const { title, description, again } = notice
      return toast.error(title, {
        id: FAILED,
        ...(description && { description }),
        ...(again && { action: { label: texts.retry, onPress: () => press(again) } }),
      })
    }
  }
}

const callOf = (act: VersionedAct, { id, version }: Workflow): Promise<Workflow> => {
  if (act.kind === 'discard') return discard(id, version)
  if (act.kind === 'restore') return restoreVersion(id, act.number, version)
  return publish(id, { base_version: version, include_authors: act.authors, note: act.note })
}

/** Does what is asked of session and server, and tells what has become of it. */
async function answerOf(
  effect: Extract<SaveActEffect, { type: 'flush' | 'call' | 'read' | 'arrive' | 'copy' }>,
  session: Session,
  around: SaveContext,
): Promise<WithoutView<SaveActEvent>> {
  const { id } = effect
  switch (effect.type) {
    case 'flush':
      return { type: 'flushed', id, sent: await session.flush() }
    case 'call':
      return { type: 'called', id, workflow: await callOf(effect.act, effect.workflow) }
    case 'read':
      return { type: 'read', id, workflow: await around.reread(effect.workflow.id) }
    case 'arrive':
      await session.arrive(effect.workflow)
      return { type: 'arrived', id }
    case 'copy':
    default: {
      const { doc, theirs } = effect
      const workflow = await createWorkflow({ ...doc, name: texts.copyName(doc.name) }, { publish: false })
      return { type: 'copied', id, workflow, theirs }
    }
  }
}

const failureOf = (error: unknown) => ({
  description: serverMessageOf(error),
  stale: isStale(error),
  hasErrors: error instanceof ApiError && error.code === 'has_errors',
})

function createPerformer(session: Session, around: SaveContext, dispatch: Dispatch, press: (act: SaveAct) => void) {
  return function perform(effect: Exclude<SaveActEffect, { type: 'ended' }>): unknown {
    switch (effect.type) {
      case 'adopt':
        session.adopt(effect.workflow)
        return around.markSaved()
      case 'yield':
        return session.yieldTo(effect.workflow)
      case 'tell':
        return show(effect.notice, session, around, press)
      case 'dismiss failure':
        return toast.dismiss(FAILED)
      case 'stop editing':
        return around.stopEditing()
      case 'show issues':
        return around.showIssues()
      case 'ask':
        return around.ask(effect.question)
      case 'flush':
      case 'call':
      case 'read':
      case 'arrive':
      case 'copy':
      default:
        return answerOf(effect, session, around)
          .catch((error: unknown) => ({ type: 'failed' as const, id: effect.id, failure: failureOf(error) }))
          .then(dispatch)
    }
  }
}

/** Runs acts; each answers whether it was done, so that its question can stay otherwise. */
function createSaveActs(session: Session, around: SaveContext, onBusy: (busy: boolean) => void) {
  let state = NOTHING_RUNS
  let count = 0
  const ends = new Map<number, (done: boolean) => void>()
  const perform = createPerformer(session, around, dispatch, (act) => void press(act))

  function viewOf(): SessionView {
    const { workflow, clash } = session.get()
    return { workflow, theirs: clash?.theirs, doc: session.store.get().doc, jsonValid: around.isJsonValid() }
  }
  function dispatch(event: WithoutView<SaveActEvent>) {
    const next = reduce(state, { ...event, view: viewOf() })
    state = next.state
    onBusy(isBusy(state))
    for (const effect of next.effects) {
      if (effect.type !== 'ended') perform(effect)
      else {
        ends.get(effect.id)?.(effect.done)
        ends.delete(effect.id)
      }
    }
  }
  function press(act: SaveAct): Promise<boolean> {
    const id = ++count
    return new Promise((end) => {
      ends.set(id, end)
      dispatch({ type: 'pressed', id, act })
    })
  }
  return press
}

function saveActionsOf(session: Session, around: SaveContext, onBusy: (busy: boolean) => void) {
  const press = createSaveActs(session, around, onBusy)
  return {
    save: () => press({ kind: 'save' }),
    saveAndGoOn: () => press({ kind: 'save and go on' }),
    keep: () => press({ kind: 'keep' }),
    askToPublish: () => press({ kind: 'ask to publish' }),
    publish: (authors: MemberId[], note: string) => press({ kind: 'publish', authors, note }),
    discard: () => press({ kind: 'discard' }),
    restore: (number: number) => press({ kind: 'restore', number }),
    refresh: () => press({ kind: 'refresh' }),
    /** What was not sent becomes a workflow of its own; the shared draft stays as the others made it. */
    copyMine: (open: (id: string) => void) => press({ kind: 'copy mine', open }),
  }
}
export type SaveActions = ReturnType<typeof saveActionsOf>

/** What Save, Publish and the menu do, with what is said about it. */
export function useSaving(session: Session, around: SaveContext) {
  const [busy, setBusy] = useState(false)
  const acts = useMemo(() => saveActionsOf(session, around, setBusy), [session, around])
  return { ...acts, busy }
}
