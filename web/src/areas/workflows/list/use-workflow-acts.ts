import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import type { WorkflowCard, WorkflowStatus } from '@throughline/contracts/workflows'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec, texts } from '../workflows.texts.ts'

const isBlocked = (error: unknown) => error instanceof ApiError && error.status === 409

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

    const restore = async ({ id, name }: WorkflowCard): Promise<void> => {
      try {
        await workflowCalls.restore(id)
        toast.success(texts.restored(name))
        await refresh()
      } catch (error) {
        failed(texts.notRestored, error, () => workflowCalls.restore(id).then(refresh))
      }
    }

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

    const refused = (workflow: WorkflowCard, error: unknown) => {
      const params = { workflowId: workflow.id }
      if (isBlocked(error))
        toast.error(spec.hasInstances, {
          action: {
            label: texts.toInstances,
            onPress: () => void navigate({ to: '/workflows/$workflowId/instances', params }),
          },
        })
      else failed(spec.deleteFailed, error, () => remove(workflow))
    }

    const remove = async (workflow: WorkflowCard): Promise<void> => {
      const { id, name } = workflow
      try {
        const { done } = await workflowCalls.remove(id)
        if (done === 'trashed') undone(texts.movedToTrash(name), () => restore(workflow))
        else undone(texts.archivedInstead(name), () => setStatus(workflow, 'active', true))
        await refresh()
      } catch (error) {
        refused(workflow, error)
      }
    }

    const purge = async ({ id, name }: WorkflowCard): Promise<void> => {
      try {
        await workflowCalls.purge(id)
        toast.success(texts.gone(name))
        await refresh()
      } catch (error) {
        const description = serverMessageOf(error)
        toast.error(spec.deleteFailed, description ? { description } : {})
      }
    }

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

    return { restore, setStatus, remove, purge, duplicate, exportJson }
  }, [navigate, refresh])
}

export type WorkflowActs = ReturnType<typeof useWorkflowActs>
