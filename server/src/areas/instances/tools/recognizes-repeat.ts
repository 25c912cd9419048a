import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { Step } from '@throughline/flow/document'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { repeatOf } from '../../integrations/integrations.public.ts'
import { isOwnId } from './tool.ts'

/** Whether a second call of a step under the same key does nothing more than the first. */
export async function recognizesRepeat(tx: ReadTx, step: Step | undefined): Promise<boolean> {
  if (step?.type !== 'tool' || step.tool_id === null) return false
  const { tool_id: toolId, operation, connection } = step
  if (isOwnId(toolId)) return (await repeatOf(tx, { toolId, operation, connection })) !== 'once'
  return BUILTIN_TOOLS.find(({ id }) => id === toolId)?.honours_key ?? false
}
