import type { StandIn } from '@throughline/contracts/form-triggers'
import { MAX_COUNTED } from '@throughline/contracts/hooks'
import type { Senders } from '@throughline/contracts/mail-starts'
import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import { among } from '../../../core/db/among.ts'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { type Looker, NOBODYS_LOOK } from '../seen-instances.ts'
import { standInColumns } from '../stand-ins.ts'

export interface AddressValues {
  name: string
  senders: Senders
  domains: readonly string[]
  thanks: boolean
  mapping: Record<string, string>
  fixed: Record<string, Json>
  standIn: StandIn | null
  toldId: string
}

const triggerColumns = ({ name, mapping, fixed, standIn, toldId }: AddressValues) => ({
  name,
  field_mapping: JSON.stringify(mapping),
  fixed_values: JSON.stringify(fixed),
  told_id: toldId,
  ...standInColumns(standIn),
})

const addresses = (db: Db, tenantId: string) =>
  db
    .selectFrom('mail_addresses as a')
    .innerJoin('workflow_triggers as t', (join) =>
      join.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.id'),
    )
    .select(['a.id', 'a.local_part', 'a.senders', 'a.domains', 'a.thanks', 't.workflow_id', 't.name', 't.paused_at'])
    .where('a.tenant_id', '=', tenantId)
    .where('t.tenant_id', '=', tenantId)

export const addressesOfWorkflow = (db: Db, tenantId: string, workflowId: string) =>
  addresses(db, tenantId).where('t.workflow_id', '=', workflowId).orderBy('t.name').orderBy('a.id').execute()

export const findAddress = (db: Db, tenantId: string, id: string) =>
  addresses(db, tenantId).where('a.id', '=', id).executeTakeFirst()

export type AddressRow = NonNullable<Awaited<ReturnType<typeof findAddress>>>

export async function insertAddress(
  db: Db,
  tenantId: string,
  of: { workflowId: string; memberId: string; localPart: string },
  values: AddressValues,
): Promise<string> {
  const { id } = await db
    .insertInto('workflow_triggers')
    .values({
      tenant_id: tenantId,
      kind: 'mail',
      workflow_id: of.workflowId,
      created_by: of.memberId,
      updated_by: of.memberId,
      ...triggerColumns(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('mail_addresses')
    .values({
      tenant_id: tenantId,
      id,
      local_part: of.localPart,
      senders: values.senders,
      domains: [...values.domains],
      thanks: values.thanks,
    })
    .execute()
  return id
}

/** False where somebody else has saved since. */
export async function updateAddress(
  db: Db,
  tenantId: string,
  { id, version, memberId }: { id: string; version: number; memberId: string },
  values: AddressValues,
): Promise<boolean> {
  const saved = await db
    .updateTable('workflow_triggers')
    .set({ ...triggerColumns(values), updated_at: sql`now()`, updated_by: memberId, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) return false
  await db
    .updateTable('mail_addresses')
    .set({ senders: values.senders, domains: [...values.domains], thanks: values.thanks })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  return true
}

/** With everything that came; messages in quarantine are removed by its sweep, since nobody holds them any more. */
export async function deleteAddresses(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from held_starts where tenant_id = ${tenantId} and trigger_id = ${among(ids)}`.execute(db)
  await sql`delete from inbound_mails where tenant_id = ${tenantId} and address_id = ${among(ids)}`.execute(db)
  await sql`delete from mail_addresses where tenant_id = ${tenantId} and id = ${among(ids)}`.execute(db)
  await sql`delete from workflow_triggers where tenant_id = ${tenantId} and id = ${among(ids)}`.execute(db)
}

export async function addressesOfWorkflows(
  db: Db,
  tenantId: string,
  workflowIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from workflow_triggers
    where tenant_id = ${tenantId} and kind = 'mail' and workflow_id = ${among(workflowIds)}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface MailCounts {
  started: number
  held: number
  last_at: Date | null
}

/** Of the last 30 days, and what is held now; counts end at a bound, so that a busy address costs no more. */
export async function recentCounts(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, MailCounts>> {
  const all = sql`from inbound_mails m where m.tenant_id = ${tenantId} and m.address_id = a.id`
  const ofAddress = sql`${all} and m.received_at > now() - interval '30 days'`
  const { rows } = await sql<MailCounts & { address_id: string }>`select a.id as address_id,
      (select count(*)::int from (select ${ofAddress} and m.state = 'started' limit ${MAX_COUNTED}) s) as started,
      (select count(*)::int from (select ${all} and m.state = 'held' limit ${MAX_COUNTED}) h) as held,
      (select m.received_at ${ofAddress} order by m.received_at desc limit 1) as last_at
    from unnest(${ids}::uuid[]) as a (id)`.execute(db)
  return new Map(rows.map(({ address_id, ...counts }) => [address_id, counts]))
}

interface MailPage {
  /** The last one of the page before. */
  before?: { key: string; id: string } | undefined
  limit: number
  held?: boolean
}

/** The newest first. A reply that is held is for those who see what it answers. */
export const mailRows = (
  db: Db,
  tenantId: string,
  addressId: string,
  { before, limit, held = false }: MailPage,
  looker: Looker = NOBODYS_LOOK,
) =>
  db
    .selectFrom('inbound_mails as m')
    .leftJoin('held_starts as h', (join) =>
      join.onRef('h.tenant_id', '=', 'm.tenant_id').onRef('h.key', '=', 'm.key').on('h.source', '=', 'mail'),
    )
    .leftJoin('instances as i', (join) =>
      join
        .onRef('i.tenant_id', '=', 'm.tenant_id')
        .on('i.id', '=', sql<string>`coalesce(m.instance_id, h.instance_id)`),
    )
    .select(['m.id', 'm.received_at', sql<string>`m.received_at::text`.as('place'), 'm.state'])
    .select(['m.sender', 'm.subject', 'm.verified', 'm.reason', 'h.reason as held_reason'])
    .select(['i.id as instance_id', 'i.prefix', 'i.number', 'i.status', 'i.deleted_at'])
    .select(looker.ofInstance('i').as('instance_seen'))
    .where('m.tenant_id', '=', tenantId)
    .where('m.address_id', '=', addressId)
    .where(sql<boolean>`(m.state <> 'held' or i.id is null or ${looker.ofInstance('i')})`)
    .$if(held, (query) => query.where(sql<boolean>`m.state = 'held'`))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(m.received_at, m.id) < (${before?.key}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy('m.received_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
