import type { Digest } from '@throughline/contracts/notification-settings'
import { Holiday, WorkingDay } from '@throughline/contracts/org'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { PersonTime } from './quiet-hours.ts'

/** What a person chose of when they are told, else what everybody starts with. */
export interface HoursRow {
  quiet_on: boolean
  quiet_from: string
  quiet_to: string
  quiet_weekends: boolean
  let_due_through: boolean
  digest_days: Digest['days']
  digest_time: string
}

export interface MailRecipient extends HoursRow {
  member_id: string
  name: string
  email: string
  /** Null: not an active member any more. */
  role: string | null
  time_zone: string
}

/** As the columns have it by default, for those who have no row yet. */
const HOURS = sql`coalesce(h.quiet_on, false) as quiet_on, to_char(coalesce(h.quiet_from, '18:30'), 'HH24:MI') as quiet_from,
  to_char(coalesce(h.quiet_to, '08:00'), 'HH24:MI') as quiet_to, coalesce(h.quiet_weekends, true) as quiet_weekends,
  coalesce(h.let_due_through, true) as let_due_through, coalesce(h.digest_days, 'working_days') as digest_days,
  to_char(coalesce(h.digest_time, '08:30'), 'HH24:MI') as digest_time`

export async function recipientsAmong(db: Db, tenantId: string, members: readonly string[]): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`select m.id as member_id, m.name, m.email,
      case when m.status = 'active' then r.name end as role, coalesce(z.time_zone, 'UTC') as time_zone, ${HOURS}
    from members m
    join roles r on r.tenant_id = ${tenantId} and r.id = m.role_id
    left join auth.time_zones(${members}::uuid[]) z on z.member_id = m.id
    left join notification_hours h on h.tenant_id = ${tenantId} and h.member_id = m.id
    where m.tenant_id = ${tenantId} and m.id = any (${members}::uuid[])`.execute(db)
  return rows
}

export interface MailingOrganization {
  name: string
  names_in_mails: boolean
  workdays: number[]
  holidays: Holiday[]
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]

export async function mailingOrganization(db: Db, tenantId: string): Promise<MailingOrganization> {
  const { name, names_in_mails, working_days, holidays } = await db
    .selectFrom('tenants')
    .select(['name', 'names_in_mails', 'working_days', 'holidays'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const workdays = z.parse(z.array(WorkingDay), working_days).map(({ day }) => day)
  return {
    name,
    names_in_mails,
    // One that works on no day at all has not said when it does.
    workdays: workdays.length > 0 ? workdays : MONDAY_TO_FRIDAY,
    holidays: z.parse(z.array(Holiday), holidays),
  }
}

export const timeOf = (
  { time_zone }: Pick<MailRecipient, 'time_zone'>,
  organization: MailingOrganization,
): PersonTime => ({
  zone: time_zone,
  workdays: organization.workdays,
  holidays: organization.holidays,
})

export const quietOf = (row: HoursRow) => ({
  on: row.quiet_on,
  from: row.quiet_from,
  to: row.quiet_to,
  weekends: row.quiet_weekends,
  let_due_through: row.let_due_through,
})
