import { type Act, keptOut, letThrough, OUR_SETTINGS } from './acting.ts'
import { count, type Probe } from './probes.ts'
import { OURS, THEIRS } from './samples.ts'

const relayed = (table: string, rows: number): Probe => ({
  name: `the relay sees all of ${table}`,
  holds: async (act) => (await count(act, 'tl_relay', {}, `select * from ${table}`)) === rows,
})

const enqueue = (act: Act, tenant: string | null) =>
  act(
    'tl_identity',
    {},
    `insert into outbox (shard, tenant_id, aggregate_id, topic, payload) values (0, $1, uuidv7(), 'workflow.start', '{}')`,
    [tenant],
  )

export const QUEUE_PROBES: Probe[] = [
  relayed('outbox', 4),
  relayed('outbox_dead', 4),
  relayed('audit_pending', 4),
  relayed('audit_log', 4),
  relayed('audit_heads', 3),
  {
    name: 'duties before a tenant are all that the directory queues',
    holds: async (act) =>
      (await count(act, 'tl_identity', {}, 'select id from outbox')) === 1 &&
      letThrough(await enqueue(act, null)) &&
      keptOut(await enqueue(act, OURS.tenant)),
  },
  {
    name: 'what is done in a tenant can be audited',
    holds: async (act) =>
      letThrough(
        await act(
          'tl_api',
          OUR_SETTINGS,
          `insert into audit_pending (tenant_id, act, entity_kind) values ($1, 'a', 'b')`,
          [OURS.tenant],
        ),
      ),
  },
  {
    name: 'a person says what they think of the product, in their own name alone',
    holds: async (act) => {
      const say = (person: string) =>
        act('tl_api', OUR_SETTINGS, 'insert into feedback (tenant_id, person_id, feedback_type) values ($1, $2, $3)', [
          OURS.tenant,
          person,
          'other',
        ])
      return letThrough(await say(OURS.person)) && keptOut(await say(THEIRS.person))
    },
  },
  {
    name: 'keys of calls before a tenant are remembered',
    holds: async (act) => (await count(act, 'tl_identity', {}, 'select key from auth_idempotency')) === 4,
  },
  {
    name: 'the migrator knows what has been applied',
    holds: async (act) => (await count(act, 'tl_owner', {}, 'select name from schema_migrations')) > 0,
  },
]
