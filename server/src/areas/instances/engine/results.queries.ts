import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Ticket } from './running.ts'

type Given = Map<number, Record<string, Json>>
type Names = { decision?: string | undefined; comment?: string | undefined; decided_by?: string | undefined }

const byItem = (rows: { item: number; given: Record<string, Json> }[]): Given =>
  new Map(rows.map(({ item, given }) => [item, given]))

type ItemRow = { item: number; given: Record<string, Json>; ended: boolean }

/** Those that counted: they have an outcome, or are given one by this turn. */
const counted = (rows: ItemRow[], endsNow: (item: number) => boolean): Given =>
  byItem(rows.filter(({ item, ended }) => item < 0 || ended || endsNow(item)))

/** The forms that were filled in, by item; those that came too late are left out. */
export async function answersOf(
  db: Db,
  tenantId: string,
  instanceId: string,
  { step, round }: Ticket,
  endsNow: (item: number) => boolean,
): Promise<Given> {
  const { rows } = await sql<ItemRow>`
    select t.item, a.answers as given, t.outcome is not null as ended from tasks t
    join task_answers a on a.tenant_id = ${tenantId} and a.task_id = t.id
    where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = ${step} and t.round = ${round}
      and t.status = 'completed'`.execute(db)
  return counted(rows, endsNow)
}

/** What tools gave back, by item. */
export async function effectResults(
  db: Db,
  tenantId: string,
  instanceId: string,
  { step, round }: Ticket,
  endsNow: (item: number) => boolean,
): Promise<Given> {
  const { rows } = await sql<ItemRow>`
    select e.item, e.result as given, t.outcome is not null as ended from effects e
    join tasks t on t.tenant_id = ${tenantId} and t.instance_id = e.instance_id and t.step = e.step and t.round = e.round
      and t.item = e.item
    where e.tenant_id = ${tenantId} and e.instance_id = ${instanceId} and e.step = ${step} and e.round = ${round}
      and e.state = 'done'
    order by e.updated_at`.execute(db)
  return counted(rows, endsNow)
}

/** What the last try of a call said; nothing where there was no answer to be understood. */
export async function effectProblem(
  db: Db,
  tenantId: string,
  instanceId: string,
  { step, round, item }: Ticket,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('effects')
    .select('problem')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('step', '=', step)
    .where('round', '=', round)
    .where('item', '=', item ?? -1)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.problem ?? undefined
}

/** What children ended with, under the names that the calling step gives it. */
export async function childResult(
  db: Db,
  tenantId: string,
  instanceId: string,
  { step, round }: Ticket,
  output: Record<string, string>,
): Promise<Given> {
  const { rows } = await sql<{ item: number; variables: Record<string, Json> }>`
    select c.parent_item as item, s.variables from instances c
    join instance_state s on s.tenant_id = ${tenantId} and s.instance_id = c.id
    where c.tenant_id = ${tenantId} and c.parent_id = ${instanceId} and c.parent_step = ${step}
      and c.parent_round = ${round} and c.status = 'completed'`.execute(db)
  return byItem(
    rows.map(({ item, variables }) => ({
      item,
      given: Object.fromEntries(Object.entries(output).map(([name, of]) => [name, variables[of] ?? null])),
    })),
  )
}

/** The last decision of an approval, under the names that its output gives it. */
export async function decisionsOf(
  db: Db,
  tenantId: string,
  instanceId: string,
  { step, round }: Ticket,
  names: Names,
): Promise<Given> {
  const { rows } = await sql<{ item: number; verdict: string; comment: string; member_id: string }>`
    select distinct on (t.item) t.item, d.verdict, d.comment, d.member_id from tasks t
    join decisions d on d.tenant_id = ${tenantId} and d.task_id = t.id and d.withdrawn_at is null
    where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = ${step} and t.round = ${round}
    order by t.item, d.id desc`.execute(db)
  return byItem(
    rows.map(({ item, verdict, comment, member_id }) => ({
      item,
      given: {
        ...(names.decision && { [names.decision]: verdict }),
        ...(names.comment && { [names.comment]: comment }),
        ...(names.decided_by && { [names.decided_by]: member_id }),
      },
    })),
  )
}
