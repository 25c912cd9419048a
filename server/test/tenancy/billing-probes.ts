import { answers, answersUs, type Probe } from './probes.ts'
import { OURS } from './samples.ts'

/** The same for everybody, and readable in every workspace. */
const everybodys = ['plans', 'sellers', 'tax_rules', 'payment_events'].map((table) =>
  answersUs(`${table} can be read`, `select count(*)::int as n from ${table}`, [], (row) => row['n'] >= 3),
)

export const BILLING_PROBES: Probe[] = [
  ...everybodys,
  answers(
    'an order is found',
    'tl_api',
    'select * from auth.payment_of_order($1)',
    ['order_a'],
    (row) => row['tenant_id'] === OURS.tenant,
  ),
  answers(
    'orders to ask about are found',
    'tl_worker',
    'select * from auth.payments_to_ask(now(), 1)',
    [],
    (row) => row['payment_id'] !== null,
  ),
  answers(
    'subscriptions with a due step are counted',
    'tl_worker',
    `select count(*)::int as n from auth.subscriptions_due(now(), '-infinity', $1, 1)`,
    [OURS.tenant],
    (row) => row['n'] === 0,
  ),
  answers(
    'an invoice gets the next number',
    'tl_worker',
    `select auth.next_invoice_number('A', '2026')::int as number`,
    [],
    (row) => row['number'] === 2,
  ),
  answers(
    'reports past their time are swept, of payment_events',
    'tl_worker',
    'select auth.sweep_payment_events(100) as gone',
    [],
    (row) => row['gone'] === 3,
  ),
]
