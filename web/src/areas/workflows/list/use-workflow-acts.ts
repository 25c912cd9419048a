import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import type { WorkflowCard, WorkflowStatus } from '@throughline/contracts/workflows'
import { useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { useAct } from '../../../shared/use-act.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec, texts } from '../workflows.texts.ts'

/** What one can do to a workflow from the list, with what is said about it afterwards. */
export function useWorkflowActs() {
  const navigate = useNavigate()
  const refresh = useWorkflowsRefresh()
  const { run } = useAct({ refresh })
  return useMemo(() => {
    const setStatus = (workflow: WorkflowCard, status: WorkflowStatus, isUndo = false): Promise<boolean> => {
      const { id, name, status: before } = workflow
      return run({
        call: () => workflowCalls.setStatus(id, status),
        done: status === 'archived' ? texts.nowArchived(name) : texts.nowActive(name),
        undo: isUndo ? undefined : () => setStatus({ ...workflow, status }, before, true),
        failed: texts.statusFailed,
        retry: () => setStatus(workflow, status, isUndo),
      })
    }

    const trash = trashActs({
      calls: workflowCalls,
      nameOf: ({ name }: WorkflowCard) => name,
      failed: { remove: () => spec.deleteFailed, restore: () => texts.notRestored },
      refresh,
      onOther: (workflow, { done }) => {
        if (done === 'trashed') return false
        const reactivate = () => void setStatus(workflow, 'active', true)
        toast.success(texts.archivedInstead(workflow.name), { action: { label: uiTexts.undo, onPress: reactivate } })
        return true
      },
      onFailed: ({ id }, error) => {
        const isBlocked = error instanceof ApiError && error.status === 409
        const toInstances = () => navigate({ to: '/workflows/$workflowId/instances', params: { workflowId: id } })
        if (isBlocked)
          toast.error(spec.hasInstances, { action: { label: texts.toInstances, onPress: () => void toInstances() } })
        return isBlocked
      },
    })

    const duplicate = (workflow: WorkflowCard): Promise<boolean> => {
      const copying = workflowCalls.duplicate(workflow.id)
      return run({
        call: async () => (await copying).data,
        done: ({ name }) => texts.duplicated(name),
        undo: async () => workflowCalls.remove((await copying).data.id).then(refresh),
        failed: texts.duplicateFailed,
        retry: () => duplicate(workflow),
      })
    }

    const exportJson = (workflow: WorkflowCard): Promise<boolean> =>
      run({
        call: async () => saveFile(await workflowCalls.exportFile(workflow.id), texts.exportName(workflow.prefix)),
        failed: texts.exportFailed,
        retry: () => exportJson(workflow),
      })

    return { ...trash, setStatus, duplicate, exportJson }
  }, [navigate, refresh, run])
}

export type WorkflowActs = ReturnType<typeof useWorkflowActs>
