import { useNavigate } from '@tanstack/react-router'
import type { Workflow } from '@throughline/contracts/workflows'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../builder.texts.ts'
import { workflowCalls } from '../workflows.api.ts'

const fail = (title: string, error: unknown) => {
  const description = serverMessageOf(error)
  toast.error(title, description ? { description } : {})
}

/** What makes something else of the workflow. */
export function useFileActs(workflow: Workflow | undefined) {
  const navigate = useNavigate()
  if (!workflow) return {}
  const { id, prefix } = workflow
  const duplicate = async () => {
    try {
      const { data } = await workflowCalls.duplicate(id)
      toast.success(texts.duplicated(data.name))
      await navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: data.id } })
    } catch (error) {
      fail(texts.duplicateFailed, error)
    }
  }
  const download = async () => {
    try {
      saveFile(await workflowCalls.exportFile(id), `${prefix}.json`)
    } catch (error) {
      fail(texts.exportFailed, error)
    }
  }
  return { duplicate: () => void duplicate(), export: () => void download() }
}
