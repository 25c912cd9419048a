import { MemberId, WorkflowId } from '@throughline/contracts/ids'
import { StartBody } from '@throughline/contracts/instances'
import { isAdminRole } from '@throughline/contracts/permissions'
import * as z from 'zod/mini'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import { permissionsOf } from '../../../core/http/session.ts'
import { type ActingMember, may } from '../../../core/http/viewer.ts'
import { findMemberWithRole } from '../../exports/exports.public.ts'
import { startIn } from '../../instances/instances.public.ts'
import { RefusedStart, reasonText } from '../start-reasons.ts'
import { type TriedStart, tryStart } from '../try-start.ts'
import { findWorkflow } from './dated-starts.queries.ts'

/** What a person could not start for want of runs, as it was stored. */
export const DatedRow = z.object({
  source: z.literal('person'),
  workflow_id: z.string(),
  started_by: z.string(),
  name: z.string(),
  given: StartBody,
  reason: z.unknown(),
})

/** As a session would know them now: who has left, or lost the right, starts nothing. */
async function starterNow({ db, tenantId }: TenantTx, id: string): Promise<ActingMember> {
  const found = await findMemberWithRole(db, tenantId, id)
  const permissions = new Set(found ? permissionsOf(found) : [])
  if (!found || !may({ permissions }, 'instances.manage')) throw new RefusedStart('no_right')
  const user = { is_admin: isAdminRole(found.role_name), username: found.username ?? '' }
  return { tenantId, memberId: MemberId.parse(id), permissions, user }
}

const REASONS: Partial<Record<string, 'not_published' | 'no_right' | 'changed'>> = {
  not_published: 'not_published',
  forbidden: 'no_right',
  not_found: 'no_right',
  invalid_request: 'changed',
}

async function start(tx: TenantTx, id: string, { workflow_id, started_by, given }: z.infer<typeof DatedRow>) {
  const starter = await starterNow(tx, started_by)
  try {
    return (await startIn(tx, starter, WorkflowId.parse(workflow_id), given, `held:${id}`)).id
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined
    throw reason ? new RefusedStart(reason) : error
  }
}

/** As the person would start it at this moment; they are told if it is refused. Undefined: its workflow is gone. */
export async function tryDated(
  tx: TenantTx,
  id: string,
  held: z.infer<typeof DatedRow>,
): Promise<TriedStart | undefined> {
  const { workflow_id, started_by, name, reason: before } = held
  const workflow = await findWorkflow(tx, workflow_id)
  if (!workflow) return undefined
  const about = { held_start_id: id, workflow_id }
  const outcome = await tryStart(tx, about, async (inner, current) => {
    if ((current ?? workflow).deleted_at) throw new RefusedStart('gone')
    return start(inner, id, held)
  })
  if ('reason' in outcome && outcome.reason.message !== reasonText(before)) {
    const { message: text } = outcome.reason
    const to = [started_by]
    tx.notify({ type: 'start_refused', because: 'trigger', name, text, to, about: { workflow: workflow_id } })
  }
  return { outcome, workflow: { id: workflow_id, visibility: workflow.visibility } }
}
