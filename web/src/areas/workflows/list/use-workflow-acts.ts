import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import type { WorkflowCard, WorkflowStatus } from '@throughline/contracts/workflows'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec, texts } from '../workflows.texts.ts'

/** What one can do to a workflow from the list, with what is said about it afterwards. */
export function useWorkflowActs() {
  const navigate = useNavigate()
  const refresh = useWorkflowsRefresh()
  return useMemo(() => {
    const failed = (title: string, error: unknown, again: () => unknown) => {
      const description = serverMessageOf(error)
      const action = { label: texts.retry, onPress: () => void again() }
      toast.error(title, { action, ...(description && { description }) })
    }
    const undone = (title: string, back: () => unknown) =>
      toast.success(title, { action: { label: texts.undo, onPress: () => void back() } })

    const setStatus = async (workflow: WorkflowCard, status: WorkflowStatus, silent = false): Promise<void> => {
      const { id, name, status: before } = workflow
      try {
        await workflowCalls.setStatus(id, status)
        const said = status === 'archived' ? texts.nowArchived(name) : texts.nowActive(name)
        if (silent) toast.success(said)
        else undone(said, () => setStatus({ ...workflow, status }, before, true))
        await refresh()
      } catch (error) {
        failed(texts.statusFailed, error, () => setStatus(workflow, status, silent))
      }
    }

    const trash = trashActs({
      calls: workflowCalls,
      nameOf: ({ name }: WorkflowCard) => name,
      failed: { remove: () => spec.deleteFailed, restore: () => texts.notRestored },
      refresh,
      onOther: (workflow, { done }) => {
        if (done !== 'trashed') undone(texts.archivedInstead(workflow.name), () => setStatus(workflow, 'active', true))
        return done !== 'trashed'
      },
      onRefused: ({ id }, error) => {
        const isBlocked = error instanceof ApiError && error.status === 409
        const toInstances = () => navigate({ to: '/workflows/$workflowId/instances', params: { workflowId: id } })
        if (isBlocked)
          toast.error(spec.hasInstances, { action: { label: texts.toInstances, onPress: () => void toInstances() } })
        return isBlocked
      },
    })

    const duplicate = async (workflow: WorkflowCard): Promise<void> => {
      try {
        const { data } = await workflowCalls.duplicate(workflow.id)
        toast.success(texts.duplicated(data.name), {
          action: { label: texts.undo, onPress: () => void workflowCalls.remove(data.id).then(refresh) },
        })
        await refresh()
      } catch (error) {
        failed(texts.duplicateFailed, error, () => duplicate(workflow))
      }
    }

    const exportJson = async (workflow: WorkflowCard): Promise<void> => {
      try {
        saveFile(await workflowCalls.exportFile(workflow.id), texts.exportName(workflow.prefix))
      } catch (error) {
        failed(texts.exportFailed, error, () => exportJson(workflow))
      }
    }

    return { ...trash, setStatus, duplicate, exportJson }
  }, [navigate, refresh])
}

export type WorkflowActs = ReturnType<typeof useWorkflowActs>
