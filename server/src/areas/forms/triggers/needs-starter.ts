import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { needsStarter } from '@throughline/flow/compile'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { versionOf } from '../../instances/instances.public.ts'
import { callsOf } from '../../workflows/workflows.public.ts'
import { publishedVersions } from './triggers.queries.ts'

/** Whether a workflow, or one that it calls, gives a step to the starter: called ones have the same stand-in. */
export async function startNeedsStarter({ db, tenantId }: ReadTx, doc: FlowDoc): Promise<boolean> {
  const met = new Set<string>()
  const left = [doc]
  for (let one = left.pop(); one; one = left.pop()) {
    if (needsStarter(one)) return true
    const called = callsOf(one).filter((id) => !met.has(id))
    for (const id of called) met.add(id)
    for (const { id, number } of await publishedVersions(db, tenantId, called)) {
      left.push((await versionOf(db, tenantId, id, number)).doc)
    }
  }
  return false
}
