import { useQuery } from '@tanstack/react-query'
import type { FlowDoc } from '@throughline/flow/document'
import { type Target, targetsOf } from '@throughline/flow/form-mapping'
import { needsStarterQuery, workflowQuery } from '../../workflows/builder.api.ts'
import { startableQuery } from '../starts.api.ts'

export interface StartedWorkflow {
  name: string
  targets: readonly Target[]
  /** What targets and checks are read from. */
  doc: Pick<FlowDoc, 'start_fields' | 'variables'>
  /** What a start by the API is asked for. */
  fields: NonNullable<FlowDoc['start_fields']>
  needsStarter: boolean
  /** Why nothing starts it now. */
  held: 'archived' | 'not_published' | undefined
}

/** What a start of the workflow is asked for: by its published version, or by its draft where there is none yet. */
export function useStartedWorkflow(workflowId: string | undefined) {
  const enabled = workflowId !== undefined
  const start = useQuery({ ...startableQuery(workflowId ?? ''), enabled })
  const whole = useQuery({ ...workflowQuery(workflowId ?? ''), enabled })
  const starter = useQuery({ ...needsStarterQuery(workflowId ?? ''), enabled })
  const failed = [start, whole, starter].find(({ isError }) => isError)
  if (!start.data || !whole.data || starter.data === undefined) return { failed, workflow: undefined }
  const { archived, published } = start.data
  const doc = published ?? whole.data
  const workflow: StartedWorkflow = {
    name: whole.data.name,
    targets: targetsOf(doc),
    doc,
    fields: doc.start_fields ?? [],
    needsStarter: starter.data,
    held: archived ? 'archived' : published ? undefined : 'not_published',
  }
  return { failed: undefined, workflow }
}
