import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { taskKey } from '../../instances/instances.public.ts'
import { isTaskVisible } from '../../tasks/tasks.public.ts'
import { allowed, within } from '../filters.ts'
import { answerSections, type Kind, type Look, type OtherRow } from './kind.ts'
import { OPEN } from './tasks.ts'

async function draftsOf({ db, tenantId }: ReadTx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    member_id: string
    answers: unknown
    updated_at: Date
    task_id: string
    name: string
    number: number
    prefix: string
    instance_number: number
    workflow_id: string
  }>`select u.id, u.member_id, u.answers, u.updated_at, t.id as task_id, t.name, t.number, i.prefix,
      i.number as instance_number, t.workflow_id
    from task_drafts u
    join tasks t on t.tenant_id = ${tenantId} and t.id = u.task_id and not t.in_trash
    join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    where u.tenant_id = ${tenantId} and u.id = any (${ids}::uuid[])`.execute(db)
  return rows.map(({ prefix, instance_number, number, ...row }) => ({
    ...row,
    key: taskKey({ prefix, number: instance_number }, number),
  }))
}

const isOwn = ({ viewer }: Look) => sql<boolean>`u.member_id = ${viewer.memberId}::uuid`

/** Answers can still be sent, and the task still be seen. */
const isInUse = ({ tx, viewer, visible }: Look) => sql<boolean>`exists (select from tasks t
  where t.tenant_id = ${tx.tenantId} and t.id = u.task_id and not t.in_trash and ${OPEN}
    and ${isTaskVisible(visible, tx.tenantId, viewer.memberId)} offset 0)`

/** Unsent answers to a task's form, found by the person who wrote them and by nobody else. */
export const draftKind: Kind = {
  // No event tells of them: the code that writes a draft has it indexed.
  name: 'task_draft',
  letter: 'u',
  group: 'more',
  types: ['draft'],
  permission: 'work.view',
  table: 'task_drafts',
  alias: 'u',
  changed: 'updated_at',
  read: async (tx, ids) =>
    (await draftsOf(tx, ids)).map(({ id, member_id, answers, updated_at, name, key, workflow_id }) => ({
      id,
      title: name,
      code: key,
      sections: answerSections(answers),
      workflowId: workflow_id,
      ownerId: member_id,
      changedAt: updated_at,
    })),
  scope: isOwn,
  conditions: (look) => {
    const filtered = allowed(look.filters, {
      is: { mine: isOwn(look) },
      from: (ids) => sql`u.member_id = any (${ids}::uuid[])`,
      in: (ids) => sql`exists (select from tasks t where t.tenant_id = ${look.tx.tenantId} and t.id = u.task_id
        and t.workflow_id = any (${ids}::uuid[]) offset 0)`,
      updated: (range) => within('u.updated_at', range),
    })
    return filtered && [isOwn(look), isInUse(look), ...filtered]
  },
  hits: async (tx, viewer, ids) =>
    (await draftsOf(tx, ids))
      .filter(({ member_id }) => member_id === viewer.memberId)
      .map(
        ({ id, task_id, name, key, updated_at }): OtherRow => ({
          kind: 'draft',
          id,
          label: 'Draft',
          name,
          context: key,
          path: `/tasks/${task_id}`,
          updated_at: updated_at.toISOString(),
        }),
      ),
}
