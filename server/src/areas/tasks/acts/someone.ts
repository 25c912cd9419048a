import { MemberId } from '@throughline/contracts/ids'
import { isAdminRole } from '@throughline/contracts/permissions'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { type VisibilityScope, visibleTo } from '../../workflows/workflows.public.ts'
import { findMember, findSomeone } from '../list/people.queries.ts'

const notVisible = (name: string) =>
  new AppError(422, 'not_visible', `${name} can’t see this workflow. Give them access first.`)

/** Nobody outside a workflow gets a part in its work. */
export async function requireMaySee(
  tx: ReadTx,
  task: { workflow_id: string },
  scope: VisibilityScope,
  name = 'You',
): Promise<void> {
  if (!(await visibleTo(tx, scope)).canSee(task.workflow_id)) throw notVisible(name)
}

export interface Someone {
  id: string
  name: string
}

interface Known extends Someone {
  status: string
  role: string
}

async function admitted(
  tx: ReadTx,
  task: { workflow_id: string },
  found: Known | undefined,
  path: string,
): Promise<Someone> {
  if (found?.status !== 'active' && found?.status !== 'invited') {
    throw invalid('No one here has that name', [{ path, message: 'unknown_person' }])
  }
  const scope = { memberId: MemberId.parse(found.id), user: { is_admin: isAdminRole(found.role) } }
  await requireMaySee(tx, task, scope, found.name)
  return found
}

/** By username or e-mail address; empty means nobody. */
export async function someoneFor(
  tx: ReadTx,
  task: { workflow_id: string },
  text: string | null,
  path: string,
): Promise<Someone | null> {
  if (text === null || text === '') return null
  return admitted(tx, task, await findSomeone(tx.db, tx.tenantId, text), path)
}

export const memberFor = async (
  tx: ReadTx,
  task: { workflow_id: string },
  memberId: string,
  path: string,
): Promise<Someone> => admitted(tx, task, await findMember(tx.db, tx.tenantId, memberId), path)
