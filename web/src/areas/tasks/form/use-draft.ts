import { useQueryClient } from '@tanstack/react-query'
import type { MemberId, TaskId } from '@throughline/contracts/ids'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { saveDraft } from '../task-acts.api.ts'
import { taskQuery } from '../tasks.api.ts'
import { draftSaver } from './draft-saver.ts'
import { storedAnswers } from './stored-answers.ts'

/** The draft of one person's answers to one task, with what an earlier visit could not send. */
export function useDraft(taskId: TaskId, memberId: MemberId, open: boolean) {
  const queries = useQueryClient()
  const [{ saver, restored }] = useState(() => {
    const { queryKey } = taskQuery(taskId)
    const stored = storedAnswers(memberId, taskId)
    return {
      restored: open ? stored.read() : undefined,
      saver: draftSaver(stored, async (answers, leaving) => {
        const saved = await saveDraft(taskId, answers, leaving)
        // Opened again at once, the form begins with what is saved; how old the rest of the task is stays as it was.
        queries.setQueryData(
          queryKey,
          (task) => task && { ...task, answers: { ...task.answers, ...answers }, draft_saved_at: saved.saved_at },
          { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt },
        )
        return saved
      }),
    }
  })
  const saving = useSyncExternalStore(saver.subscribe, saver.get)
  useEffect(() => {
    if (restored) saver.change(restored)
  }, [saver, restored])
  useEffect(() => {
    const close = saver.open()
    const leave = () => void saver.flush(true)
    const hidden = () => document.visibilityState === 'hidden' && leave()
    const send = () => void saver.flush()
    addEventListener('pagehide', leave)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', hidden)
      // The browser stays: what is on its way arrives first.
      close()
    }
  }, [saver])
  return { saver, saving, restored }
}
