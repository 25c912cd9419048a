import type { Installation } from '../crash/installation.ts'
import type { Story } from './run.ts'
import { DUPLICATES, KINDS, type Kind } from './send.ts'

export interface Verdict {
  instances: Record<Kind, number>
  broken: string[]
}

const SOURCE: Record<Kind, string> = { webhooks: 'webhook', mails: 'mail', calls: 'api', firings: 'schedule' }

interface Row {
  id: string
  source: string
  ticket: string
  tasks: number
}

interface Counts {
  calls_kept: number
  calls_started: number
  mails_kept: number
  mails_started: number
  mails_undecided: number
  firings: number
  firings_started: number
  duties: number
}

/** Rows after everything has ended, beside what each sender was told. */
export async function judge({ database }: Installation, { sent }: Story): Promise<Verdict> {
  const { rows } = await database.admin((admin) =>
    admin.query<Row>(`select i.id, i.source, s.variables ->> 'ticket' as ticket,
      (select count(*)::int from tasks t where t.tenant_id = i.tenant_id and t.instance_id = i.id) as tasks
      from instances i join instance_state s on s.tenant_id = i.tenant_id and s.instance_id = i.id`),
  )
  const {
    rows: [counts],
  } = await database.admin((admin) =>
    admin.query<Counts>(`select
      (select count(*)::int from hook_deliveries where state in ('started', 'duplicate'))
        -- Of repeats a hundred rows a day are kept, the others are counted.
        + (select coalesce(sum(greatest(repeats - 100, 0)), 0)::int from hook_forgeries) as calls_kept,
      (select count(*)::int from hook_deliveries where state = 'started') as calls_started,
      (select count(*)::int from inbound_mails) as mails_kept,
      (select count(*)::int from inbound_mails where state = 'started') as mails_started,
      (select count(*)::int from inbound_mails where state not in ('started', 'duplicate')) as mails_undecided,
      (select count(*)::int from schedule_firings) as firings,
      (select count(*)::int from schedule_firings where state = 'late' and instance_id is not null) as firings_started,
      (select count(*)::int from outbox) + (select count(*)::int from outbox_dead) as duties`),
  )
  const byTicket = Map.groupBy(rows, ({ ticket }) => ticket)
  const of = (kind: Kind) => sent.filter((one) => one.kind === kind)
  const lacks = (n: number | undefined, least: number) => Math.max(0, least - (n ?? 0))
  const off = (n: number | undefined, wanted: number) => Math.abs((n ?? 0) - wanted)
  const isOther = ({ kind, ticket, accepted }: Story['sent'][number]) =>
    (kind === 'webhooks' || kind === 'calls') && accepted.some((id) => id !== byTicket.get(ticket)?.[0]?.id)
  const checks: [string, number][] = [
    ['refused', sent.filter(({ refusals }) => refusals.length > 0).length],
    ['accepted and not kept', sent.filter(({ ticket }) => !byTicket.has(ticket)).length],
    ['started twice', [...byTicket.values()].filter(({ length }) => length > 1).length],
    ['answered with another instance', sent.filter(isOther).length],
    ['instances of nobody', off(rows.length, sent.length)],
    ['stuck before their first task', rows.filter(({ tasks }) => tasks !== 1).length],
    ['accepted calls without a row or a count', lacks(counts?.calls_kept, of('webhooks').length * DUPLICATES)],
    ['calls that say they started', off(counts?.calls_started, of('webhooks').length)],
    ['accepted mails without a row', lacks(counts?.mails_kept, of('mails').length * DUPLICATES)],
    ['mails that say they started', off(counts?.mails_started, of('mails').length)],
    ['mails held, waiting or not decided', counts?.mails_undecided ?? 0],
    ['firings missing or twice', off(counts?.firings, of('firings').length)],
    ['firings that started nothing', off(counts?.firings_started, of('firings').length)],
    ['duties left', counts?.duties ?? 0],
  ]
  const broken = checks.filter(([, n]) => n !== 0).map(([what, n]) => `${what}: ${n}`)
  const started = KINDS.map((kind) => [kind, rows.filter(({ source }) => source === SOURCE[kind]).length] as const)
  return { instances: { webhooks: 0, mails: 0, calls: 0, firings: 0, ...Object.fromEntries(started) }, broken }
}
