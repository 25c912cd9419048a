import { answers, answersUs, count, type Probe } from './probes.ts'
import { OURS, THEIRS } from './samples.ts'

const CHOICE = { inbox: true, email: 'off', desktop: false }
const BUILTIN = JSON.stringify({
  activity: CHOICE,
  mention: CHOICE,
  shared: CHOICE,
  ready: { ...CHOICE, email: 'digest' },
})

/** Telling our member of something: how many are told. */
const told = (name: string, notice: { kind: string; workflow_id?: string }, people: number): Probe => {
  const news = { place: 0, source_id: OURS.ended, thing_id: OURS.ended, type: 'a', family: 'task', because: 'a' }
  const words = { title: 'a', body: '', priority: 2, to: [OURS.member] }
  return answersUs(
    name,
    `select jsonb_array_length(auth.tell('{}', '{}', '[]', $1::jsonb, null, $2::jsonb, 0) -> 'told') as n`,
    [JSON.stringify([{ ...news, ...words, ...notice }]), BUILTIN],
    (row) => row['n'] === people,
  )
}

/** Tables of which everybody on a page has their own rows. */
const OWN_TABLES = [
  'inboxes',
  'message_labels',
  'messages',
  'read_marks',
  'message_news',
  'notification_choices',
  'notification_hours',
  'follows',
  'test_calls',
  'exports',
  'report_runs',
]

export const INBOX_PROBES: Probe[] = [
  ...OWN_TABLES.map(
    (table): Probe => ({
      name: `nobody on a page sees what somebody else has in ${table}`,
      holds: async (act) =>
        (await count(act, 'tl_api', { tenant: OURS.tenant }, `select tenant_id from ${table}`)) === 0,
    }),
  ),
  ...OWN_TABLES.map(
    (table): Probe => ({
      name: `jobs see what everybody of a tenant has in ${table}, and nothing of another`,
      holds: async (act) =>
        (await count(act, 'tl_worker', { tenant: OURS.tenant }, `select tenant_id from ${table}`)) === 1 &&
        (await count(act, 'tl_worker', {}, `select tenant_id from ${table}`)) === 0,
    }),
  ),
  answers(
    'expired exports are found',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_with_expired_exports(100)',
    [],
    (row) => row['n'] === 3,
  ),
  answers(
    'answers of reports whose time is over are found in report_runs',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_with_old_reports(100)',
    [],
    (row) => row['n'] === 4,
  ),
  answersUs(
    'runs that wait in report_runs are counted for us, and not those of others',
    `select auth.report_runs_before('ffffffff-ffff-ffff-ffff-ffffffffffff') as n`,
    [],
    (row) => row['n'] === 1,
  ),
  answersUs(
    'the answers in report_runs are added up for us, and not those of others',
    'select auth.report_answer_bytes()::int as n',
    [],
    (row) => row['n'] === 7,
  ),
  told('a member of ours is told, which takes inboxes messages message_news', { kind: 'activity' }, 1),
  told('a member of ours is told with their digest, by notification_hours', { kind: 'ready' }, 1),
  told('nobody is told of what they want none of, by notification_choices', { kind: 'mention' }, 0),
  told('nobody is told of what the organization has none of, by notification_defaults', { kind: 'shared' }, 0),
  told('nobody is told of a workflow that they muted, by follows', { kind: 'activity', workflow_id: OURS.workflow }, 0),
  answersUs(
    'an ask that is over is taken back from our messages and not from theirs',
    `select jsonb_array_length(auth.tell($1::uuid[], '{}', '[]', '[]', null, '{}', 0) -> 'told') as n`,
    [[OURS.asked, THEIRS.asked]],
    (row) => row['n'] === 1,
  ),
  ...[
    { whose: 'of ours is found for a colleague', message: OURS.message, member: OURS.person, found: 1 },
    { whose: 'of ours is not somebody else’s to its own person', message: OURS.message, member: OURS.member, found: 0 },
    { whose: 'of theirs is not found by us', message: THEIRS.message, member: OURS.person, found: 0 },
  ].map(
    ({ whose, message, member, found }): Probe => ({
      name: `an open ask ${whose}`,
      holds: async (act) => {
        const query = `select task_id from auth.asked_of_another('${message}')`
        return (await count(act, 'tl_api', { tenant: OURS.tenant, member }, query)) === found
      },
    }),
  ),
  answers(
    'a person is told in their workspaces alone what happened to their account',
    'tl_identity',
    `select count(*)::int as n, count(*) filter (where tenant_id = '${OURS.tenant}')::int as ours
     from auth.tell_person($1, 'a', '')`,
    [OURS.person],
    (row) => row['n'] === 1 && row['ours'] === 1,
  ),
  answers(
    'inboxes that nobody looked after are found, by inbox_wants',
    'tl_worker',
    'select count(*)::int as n from auth.take_overdue_inboxes(100)',
    [],
    (row) => row['n'] === 3,
  ),
]
