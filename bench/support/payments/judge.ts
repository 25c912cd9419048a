import type { Story } from './run.ts'
import type { PaymentsWorld } from './world.ts'

export interface Verdict {
  credits: number
  invoices: number
  billed: number
  taken: number
  broken: string[]
}

interface Counts {
  credits: number
  workspaces: number
  invoices: number
  billed: number
  first: number
  last: number
  audited: number
  open: number
  duties: number
}

interface Ledger {
  total: number
  payments: { id: string; captured: boolean; amount_refunded: number }[]
}

async function startsAstray({ installation, held }: PaymentsWorld): Promise<number> {
  const { rows } = await installation.database.admin((admin) =>
    admin.query<{ key: string }>(
      `select source_key as key from instances where tenant_id = $1 and source = 'webhook' order by id`,
      [held.tenantId],
    ),
  )
  const places = Array.from({ length: Math.max(rows.length, held.keys.length) }, (_, at) => at)
  return places.filter((at) => rows[at]?.key !== held.keys[at]).length
}

/** Rows, the provider's own ledger and the mails, after everything has ended. */
export async function judge(world: PaymentsWorld, story: Story): Promise<Verdict> {
  const { installation, providerUrl, buyers } = world
  const { rows } = await installation.database.admin((admin) =>
    admin.query<Counts>(`select
      (select count(*) from payments where credited_at is not null)::int as credits,
      (select count(distinct tenant_id) from subscriptions where status = 'active' and price > 0)::int as workspaces,
      (select count(*) from invoices)::int as invoices,
      (select coalesce(sum(total), 0) from invoices)::int as billed,
      (select coalesce(min(right(number, 6)::int), 0) from invoices)::int as first,
      (select coalesce(max(right(number, 6)::int), 0) from invoices)::int as last,
      ((select count(*) from audit_log where act = 'subscription.paid')
        + (select count(*) from audit_pending where act = 'subscription.paid'))::int as audited,
      (select count(*) from payments where status <> 'paid')::int as open,
      ((select count(*) from outbox) + (select count(*) from outbox_dead))::int as duties`),
  )
  const [counts] = rows
  const refs = await installation.database.admin((admin) =>
    admin.query<{ payment_ref: string }>('select payment_ref from payments where credited_at is not null'),
  )
  const credited = new Set(refs.rows.map(({ payment_ref }) => payment_ref))
  const ledger: Ledger = JSON.parse(await (await fetch(`${providerUrl}/ledger`)).text())
  const taken = ledger.payments.filter(({ captured }) => captured)
  const received = (await installation.mails()).filter(({ subject }) => subject.startsWith('Receipt '))
  const mails = new Map(received.map((mail) => [mail.messageId, mail.to[0] ?? '']))
  const receipts = Map.groupBy(mails.values(), (to) => to)
  const wanted = buyers.length
  const off = (n: number | undefined) => Math.abs((n ?? 0) - wanted)
  const checks: [string, number][] = [
    ['buyers refused', story.refusals.length],
    ['credits missing or too many', off(counts?.credits)],
    ['workspaces without what they paid', off(counts?.workspaces)],
    ['invoices missing or too many', off(counts?.invoices)],
    ['gaps among the numbers of invoices', Math.abs((counts?.first ?? 0) - 1) + off(counts?.last)],
    ['entries of the audit log missing or too many', off(counts?.audited)],
    ['payments taken and not credited', taken.filter(({ id }) => !credited.has(id)).length],
    ['cents by which invoices and ledger differ', Math.abs((counts?.billed ?? 0) - ledger.total)],
    ['payments left open or given back', counts?.open ?? 0],
    ['duties left', counts?.duties ?? 0],
    ['starts that waited and did not begin in their order, once', await startsAstray(world)],
    ['receipts missing or twice', buyers.filter(({ email }) => receipts.get(email)?.length !== 1).length],
  ]
  const broken = checks.filter(([, n]) => n !== 0).map(([what, n]) => `${what}: ${n}`)
  const { credits = 0, invoices = 0, billed = 0 } = counts ?? {}
  return { credits, invoices, billed, taken: ledger.total, broken }
}
