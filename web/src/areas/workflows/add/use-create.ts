import type { WorkflowId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/flow/document'
import { useCallback, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { createWorkflow } from '../builder.api.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec as listSpec } from '../workflows.texts.ts'
import { spec, texts } from './add.texts.ts'
import type { AddDraft } from './use-add-draft.ts'

/** `doc` is the document it was said about: it says nothing about the next. */
type Problem = { title: string; text?: string | undefined; doc: FlowDoc }

/** Makes the workflow as a draft. */
export function useCreate() {
  const refresh = useWorkflowsRefresh()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const limit = useCallback(async (id: WorkflowId, { access }: AddDraft) => {
    if (access.visibility === 'everyone') return
    try {
      await workflowCalls.setAccess(id, access)
    } catch {
      toast.error(texts.accessFailed)
    }
  }, [])

  const create = useCallback(
    async (draft: AddDraft, unreadable: boolean): Promise<WorkflowId | undefined> => {
      const { doc } = draft
      const refused = unreadable
        ? listSpec.invalidJson
        : !doc.name.trim() || !doc.prefix.trim()
          ? spec.required
          : undefined
      setProblem(refused === undefined ? undefined : { title: refused, doc })
      if (refused !== undefined) return undefined
      setBusy(true)
      try {
        const { id } = await createWorkflow(doc, { publish: false })
        await limit(id, draft)
        void refresh()
        return id
      } catch (error) {
        setProblem({ title: texts.failed, text: serverMessageOf(error), doc })
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [limit, refresh],
  )
  return { create, busy, problem }
}
