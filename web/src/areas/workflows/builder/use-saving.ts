import { ApiError } from '@throughline/contracts/client'
import type { MemberId } from '@throughline/contracts/ids'
import type { Workflow } from '@throughline/contracts/workflows'
import { useMemo, useState } from 'react'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { createWorkflow, discard, publish, restoreVersion } from '../builder.api.ts'
import { spec, texts } from '../builder.texts.ts'
import { JSON_TOAST } from './json-toast.ts'
import type { Session } from './session.ts'

/** `later`: which of two changes to keep was not answered yet. */
export type BuilderQuestion = 'leave' | 'discard' | 'publish' | 'settings' | 'later' | { restore: number }

interface SaveContext {
  isJsonValid: () => boolean
  stopEditing: () => void
  showIssues: () => void
  ask: (question: BuilderQuestion | undefined) => void
  reread: (id: string) => Promise<Workflow>
}

/** What the last try came to, until the next. */
const FAILED = 'saving-failed'
const fail = (title: string, error: unknown, again?: () => void) => {
  const description = serverMessageOf(error)
  toast.error(title, {
    id: FAILED,
    ...(description && { description }),
    ...(again && { action: { label: texts.retry, onPress: again } }),
  })
}
export type SaveActions = ReturnType<typeof saveActionsOf>

/** What the Save button and its menu do, with what is said about it. */
function saveActionsOf(session: Session, around: SaveContext, setBusy: (busy: boolean) => void) {
  const { store } = session
  const whileBusy = async (act: () => Promise<void>) => {
    setBusy(true)
    toast.dismiss(FAILED)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  }
  const withIssues = (workflow: Workflow | undefined) => {
    toast.warning(texts.savedWithIssues(workflow?.draft?.errors ?? 0), {
      action: { label: texts.showIssues, onPress: around.showIssues },
    })
    around.showIssues()
  }
  /** A call that needs the latest version: once more where somebody was quicker and nothing clashes. */
  const current = async <T>(call: (id: string, version: number) => Promise<T>): Promise<T | undefined> => {
    if (!(await session.flush())) return undefined
    for (let tries = 0; ; tries++) {
      const { workflow } = session.get()
      if (!workflow) return undefined
      try {
        return await call(workflow.id, workflow.version)
      } catch (error) {
        if (!isStale(error) || tries > 1) throw error
        await session.arrive(await around.reread(workflow.id))
        if (session.get().clash) return undefined
      }
    }
  }
  const acts = {
    save: () =>
      whileBusy(async () => {
        if (!around.isJsonValid()) {
          toast.error(spec.invalidOnSave, JSON_TOAST)
          return
        }
        try {
          const saved = await session.save({})
          const { workflow } = session.get()
          if (saved === 'published') {
            toast.success(spec.saved)
            around.stopEditing()
          } else if (saved === 'has_errors') withIssues(workflow)
          else if (saved === 'has_others_changes') around.ask('publish')
        } catch (error) {
          fail(spec.saveFailed, error, () => void acts.save())
        }
      }),
    keep: () =>
      whileBusy(async () => {
        if (!(await session.flush())) {
          if (!session.get().clash) toast.error(spec.saveFailed, { id: FAILED })
          return
        }
        toast.success(texts.kept)
        around.ask(undefined)
        around.stopEditing()
      }),
    askToPublish: () =>
      whileBusy(async () => {
        if (!around.isJsonValid()) {
          toast.error(spec.invalidOnSave, JSON_TOAST)
          return
        }
        if (await session.flush()) around.ask('publish')
        else if (!session.get().clash) toast.error(spec.saveFailed, { id: FAILED })
      }),
    publish: (include_authors: MemberId[], note: string) =>
      whileBusy(async () => {
        try {
          const workflow = await current((id, base_version) => publish(id, { base_version, include_authors, note }))
          if (!workflow) return
          session.adopt(workflow)
          around.ask(undefined)
          around.stopEditing()
          toast.success(texts.publishedAs(workflow.current_version ?? 1))
        } catch (error) {
          if (error instanceof ApiError && error.code === 'has_errors') {
            around.ask(undefined)
            withIssues(session.get().workflow)
          } else fail(spec.saveFailed, error)
        }
      }),
    /** Answers whether it was done, so that the question can stay otherwise. */
    discard: async (): Promise<boolean> => {
      const before = store.get().doc
      try {
        const workflow = await current(discard)
        if (!workflow) return false
        session.adopt(workflow)
        const undo = () => store.change(before, { label: texts.undoDiscard })
        toast.success(texts.discarded, { action: { label: texts.undo, onPress: undo } })
        return true
      } catch (error) {
        fail(texts.discardFailed, error)
        return false
      }
    },
    restore: async (number: number): Promise<boolean> => {
      try {
        const workflow = await current((id, version) => restoreVersion(id, number, version))
        if (!workflow) return false
        session.adopt(workflow)
        toast.success(texts.restoreVersion(number))
        return true
      } catch (error) {
        fail(texts.restoreFailed, error)
        return false
      }
    },
    refresh: () =>
      whileBusy(async () => {
        const { workflow } = session.get()
        if (!workflow) return
        try {
          await session.flush()
          await session.arrive(await around.reread(workflow.id))
          toast.info(texts.reloaded, { id: 'reloaded', timeout: 2_000 })
        } catch (error) {
          fail(spec.failed, error, () => void acts.refresh())
        }
      }),
    /** What was not sent becomes a workflow of its own; the shared draft stays as the others made it. */
    copyMine: async (open: (id: string) => void): Promise<void> => {
      const { clash } = session.get()
      if (!clash) return
      const doc = store.get().doc
      try {
        const copy = { ...doc, name: texts.copyName(doc.name) }
        const made = await createWorkflow(copy, { publish: false })
        session.yieldTo(clash.theirs)
        toast.success(texts.clash.copied(made.name), {
          action: { label: texts.clash.open, onPress: () => open(made.id) },
        })
      } catch (error) {
        fail(texts.clash.copyFailed, error)
      }
    },
  }
  return acts
}

export function useSaving(session: Session, around: SaveContext) {
  const [busy, setBusy] = useState(false)
  const acts = useMemo(() => saveActionsOf(session, around, setBusy), [session, around])
  return { ...acts, busy }
}
