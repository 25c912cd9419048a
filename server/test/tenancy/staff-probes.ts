import { type Act, keptOut, letThrough } from './acting.ts'
import { answers, asked, count, type Probe } from './probes.ts'
import { uuid } from './sample-ids.ts'
import { CLOSED, OURS, THEIRS } from './samples.ts'

const seen = (what: string, query: string, rows: number): Probe => ({
  name: `staff see ${what}`,
  holds: async (act) => (await count(act, 'tl_staff', {}, query)) === rows,
})

const enqueue = (act: Act, tenant: string | null) =>
  act(
    'tl_staff',
    {},
    `insert into outbox (shard, tenant_id, aggregate_id, topic, payload) values (0, $1, uuidv7(), 'workflow.start', '{}')`,
    [tenant],
  )

const FLAGS = { is_approved: true, is_admin: true, is_internal: false, is_beta: false, is_developer: false }

export const STAFF_PROBES: Probe[] = [
  seen('all people who are there', 'select id from people', 5),
  seen('all tenants that are not closed', 'select id from tenants', 3),
  seen('all subscriptions', 'select plan from subscriptions', 3),
  seen('our plans', `select id from plans where name = 'Team' and id = '${uuid('a', 32)}'`, 1),
  seen('all usage_days', 'select day from usage_days', 3),
  seen('all feedback', 'select id from feedback', 5),
  seen('the waitlist', 'select reg_id from waitlist', 4),
  seen('what waits in internal_asks', 'select person_id from internal_asks', 3),
  seen('their own log alone while it waits in audit_pending', 'select act from audit_pending', 1),
  seen('their own log alone in audit_log', 'select act from audit_log', 1),
  {
    name: 'staff queue what belongs to no tenant in the outbox, and nothing else',
    holds: async (act) =>
      (await count(act, 'tl_staff', {}, 'select id from outbox')) === 1 &&
      letThrough(await enqueue(act, null)) &&
      keptOut(await enqueue(act, OURS.tenant)),
  },
  asked(
    'a flag that another member of staff asked for is changed, by internal_asks',
    'tl_staff',
    { person: OURS.person },
    `select outcome from staff.update_user($1, 1, $2, null, 'why', true, '{}')`,
    [THEIRS.person, JSON.stringify(FLAGS)],
    (row) => row['outcome'] === 'done',
  ),
  asked(
    'feedback is resolved by staff',
    'tl_staff',
    { person: OURS.person },
    `select staff.resolve_feedback($1, true, '{}') as changed`,
    [uuid('0', 1)],
    (row) => row['changed'] === true,
  ),
  asked(
    'staff read the limits of a plan, as sellers and plans have them',
    'tl_staff',
    { person: OURS.person },
    'select people_limit::int as people from staff.usage_of($1)',
    [OURS.tenant],
    (row) => row['people'] === 1,
  ),
  asked(
    'staff read since when a duty waits in the outbox, and not which',
    'tl_staff',
    { person: OURS.person },
    'select oldest_duty from staff.waiting_of($1)',
    [OURS.tenant],
    (row) => row['oldest_duty'] !== null,
  ),
  {
    name: 'nobody else does as staff do, whatever their door',
    holds: async (act) => {
      const log = `select staff.log('a', 'b', null, '{}', '{}')`
      return (
        keptOut(await act('tl_staff', {}, log)) &&
        keptOut(await act('tl_staff', { person: uuid('d', 5) }, log)) &&
        keptOut(await act('tl_api', { person: CLOSED.person }, log))
      )
    },
  },
  answers(
    'subscriptions that staff removed are swept, of waitlist',
    'tl_worker',
    'select auth.sweep_waitlist(100) as gone',
    [],
    (row) => row['gone'] === 1,
  ),
]
