import type { Workflow } from '@throughline/contracts/workflows'
import { print } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'

/** The document of a workflow, without what the server says about it. */
export function documentOf(workflow: Workflow): FlowDoc {
  const { name, prefix, description, type, metadata, start_step, steps, start_fields, variables, due } = workflow
  return {
    name,
    prefix,
    ...(description && { description }),
    type,
    metadata,
    start_step,
    steps,
    ...(start_fields && { start_fields }),
    ...(variables && { variables }),
    ...(due && { due }),
  }
}

export const saysTheSame = (one: FlowDoc, other: FlowDoc): boolean => one === other || print(one) === print(other)
