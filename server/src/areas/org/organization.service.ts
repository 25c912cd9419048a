import { randomUUID } from 'node:crypto'
import type { Body } from '@throughline/contracts/endpoint'
import {
  type changeAccessRules,
  type createOrganization,
  type Holiday,
  Organization,
  type updateOrganization,
  type WorkingDay,
} from '@throughline/contracts/org'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { invalid, notFound, staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { requireTimeZone } from '../../core/time-zone.ts'
import { beginAccessChange } from './access-change.queries.ts'
import { logoUrl } from './icon.service.ts'
import { alreadyOrganization, requirePersonalWorkspace } from './org.policy.ts'
import { workingTimeChanged } from './org.ports.ts'
import {
  becomeOrganization,
  countWithTwoFactors,
  findOrganization,
  type OrganizationRow,
  replaceOrganization,
  syncTenant,
} from './organization.queries.ts'

function requireWorkingDays(days: readonly WorkingDay[]): WorkingDay[] {
  const seen = new Set<number>()
  days.forEach(({ day, from, to }, index) => {
    const path = `working_days.${index}`
    if (seen.has(day)) throw invalid('A weekday can have only one set of hours', [{ path, message: 'repeated' }])
    if (from >= to) throw invalid('A business day must end after it starts', [{ path, message: 'ends too early' }])
    seen.add(day)
  })
  return days.toSorted((one, other) => one.day - other.day)
}

function requireHolidays(holidays: readonly Holiday[]): Holiday[] {
  holidays.forEach(({ from, to }, index) => {
    if (from > to)
      throw invalid('A holiday can’t end before it starts', [{ path: `holidays.${index}`, message: 'ends too early' }])
  })
  return holidays.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
}

interface Calendar {
  time_zone?: string | undefined
  week_start?: number | undefined
  working_days?: WorkingDay[] | undefined
  holidays?: Holiday[] | undefined
}

/** What of the calendar was given, checked and in order, as its columns take it. */
const calendarColumns = (given: Calendar) => ({
  ...(given.time_zone === undefined ? {} : { time_zone: requireTimeZone(given.time_zone) }),
  ...(given.week_start === undefined ? {} : { week_start: given.week_start }),
  ...(given.working_days === undefined ? {} : { working_days: JSON.stringify(requireWorkingDays(given.working_days)) }),
  ...(given.holidays === undefined ? {} : { holidays: JSON.stringify(requireHolidays(given.holidays)) }),
})

async function requireOrganization(tx: ReadTx): Promise<OrganizationRow> {
  const row = await findOrganization(tx.db, tx.tenantId)
  if (!row) throw notFound('This organization')
  return row
}

async function wireOf(tx: ReadTx, row: OrganizationRow): Promise<Organization> {
  return Organization.parse({
    ...row,
    logo_url: row.logo_sha256 ? logoUrl(row.id, row.logo_sha256.toString('hex')) : null,
    with_two_factors: await countWithTwoFactors(tx.db, tx.tenantId),
  })
}

const NOT_SHOWN = new Set(['id', 'version', 'logo_sha256'])

/** What differs, as it was and as it is: the audit shows both. */
function changesBetween(before: OrganizationRow, after: OrganizationRow): { before: JsonObject; after: JsonObject } {
  const shown = (row: OrganizationRow): [string, string][] =>
    Object.entries(row).flatMap(([name, value]) => (NOT_SHOWN.has(name) ? [] : [[name, JSON.stringify(value)]]))
  const old = new Map(shown(before))
  const changed = shown(after).filter(([name, value]) => old.get(name) !== value)
  const values = (from: (name: string, value: string) => string) =>
    Object.fromEntries(changed.map(([name, value]) => [name, JSON.parse(from(name, value))]))
  return { before: values((name) => old.get(name) ?? 'null'), after: values((_, value) => value) }
}

const workingTimeOf = ({ time_zone, working_days, holidays }: OrganizationRow): string =>
  JSON.stringify([time_zone, working_days, holidays])

async function recordAct(tx: TenantTx, act: string, before: OrganizationRow): Promise<Organization> {
  const after = await requireOrganization(tx)
  tx.emit({ type: 'organization.changed', kind: 'organization', id: tx.tenantId })
  if (after.time_zone !== before.time_zone) redateOpenWork(tx)
  if (workingTimeOf(after) !== workingTimeOf(before)) await workingTimeChanged.call(tx)
  const data = { name: after.name, ...changesBetween(before, after) }
  tx.audit({ act, kind: 'organization', id: tx.tenantId, data })
  return wireOf(tx, after)
}

export const organization = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => wireOf(tx, await requireOrganization(tx)))

function columnsOf({ time_zone, week_start, working_days, holidays, ...profile }: Body<typeof createOrganization>) {
  return { ...profile, ...calendarColumns({ time_zone, week_start, working_days, holidays }) }
}

/** Nothing is moved: the workspace itself becomes the organisation. */
export const foundOrganization = (ctx: Context, viewer: Viewer, input: Body<typeof createOrganization>) =>
  inTenant(ctx, viewer, async (tx) => {
    requirePersonalWorkspace(viewer)
    const before = await requireOrganization(tx)
    const made = await becomeOrganization(tx.db, tx.tenantId, columnsOf(input))
    if (!made) throw alreadyOrganization()
    await syncTenant(tx.db)
    return recordAct(tx, 'organization.created', before)
  })

export const changeOrganization = (ctx: Context, viewer: Viewer, input: Body<typeof updateOrganization>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { version, ...given } = input
    const before = await requireOrganization(tx)
    if (!(await replaceOrganization(tx.db, tx.tenantId, columnsOf(given), version))) throw staleVersion()
    if (input.name !== before.name) await syncTenant(tx.db)
    return recordAct(tx, 'organization.changed', before)
  })

export const changeRules = (ctx: Context, viewer: Viewer, input: Body<typeof changeAccessRules>) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const before = await requireOrganization(tx)
    await replaceOrganization(tx.db, tx.tenantId, input)
    return recordAct(tx, 'organization.access_rules_changed', before)
  })

/** After the organisation's zone has changed: open work is overdue at the end of its day there. */
function redateOpenWork(tx: TenantTx): void {
  const { tenantId } = tx
  tx.start(tenantId, { workflow: 'redateWork', workflowId: `redate:${tenantId}:${randomUUID()}`, args: { tenantId } })
}
