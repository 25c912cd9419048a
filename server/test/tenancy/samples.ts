import type pg from 'pg'
import { STAFF_LOG } from '../../src/core/audit/head-archive.ts'
import { billingRows } from './billing-rows.ts'
import { expiredResponse, formRows } from './form-rows.ts'
import { inboxRows, searchRows } from './inbox-rows.ts'
import { runningRows, startRows } from './running-rows.ts'
import { type Row, type Rows, uuid } from './sample-ids.ts'
import { oldWebsite, websiteRows } from './website-rows.ts'

/** Two tenants with a row in every table, written past all policies, so that a missing predicate has something to show. */
export interface Side {
  tenant: string
  member: string
  person: string
  username: string
  token: Buffer
  address: string
  /** A workflow in the trash, with a version. */
  binned: string
  /** An instance in the trash, with a decision and a turn. */
  ended: string
  /** A document of that instance. */
  document: string
  /** A workflow that the member has muted. */
  workflow: string
  /** A message that needs the member. */
  message: string
  /** What it is about. */
  asked: string
}

const sideOf = (letter: string): Side => ({
  tenant: uuid(letter, 1),
  member: uuid(letter, 4),
  person: uuid(letter, 5),
  username: `person-${letter}`,
  token: Buffer.from(`token-${letter}`),
  address: uuid(letter, 9),
  binned: uuid(letter, 14),
  ended: uuid(letter, 15),
  document: uuid(letter, 18),
  workflow: uuid(letter, 11),
  message: uuid(letter, 21),
  asked: uuid(letter, 22),
})

export const OURS = sideOf('a')
export const THEIRS = sideOf('b')
/** A workspace that was closed, and waits to be erased. */
export const CLOSED = sideOf('1')
export const HOST = 'app.example.test'
/** One row of each kind that is past its time. */
export const EXPIRED_ROWS = 7
/** The same of `auth.sweep_leftovers`. */
export const LEFTOVERS = 3

const HOUR_MS = 3_600_000

/** What several tables of one side name. */
const namesOf = (letter: string) => ({
  ...sideOf(letter),
  hash: Buffer.from(`hash-${letter}`),
  role: uuid(letter, 2),
  team: uuid(letter, 3),
  invited: uuid(letter, 7),
  email: `${sideOf(letter).username}@example.test`,
  soon: new Date(Date.now() + HOUR_MS),
})

function organizationRows(letter: string): Rows {
  const { tenant: tenant_id, member, person, username, hash, role, team, invited, email, soon } = namesOf(letter)
  const trashed = uuid(letter, 6)
  const status = tenant_id === CLOSED.tenant ? 'closed' : 'active'
  return [
    ['people', { id: person, username, email, name: username, is_internal: true }],
    ['tenants', { id: tenant_id, kind: 'organization', name: letter, status }],
    ['roles', { tenant_id, id: role, name: 'owner', display_name: 'Owner', rank: 0, builtin: true }],
    ['teams', { tenant_id, id: team, name: 'Team' }],
    [
      'members',
      {
        tenant_id,
        id: member,
        person_id: person,
        name: username,
        email,
        role_id: role,
        primary_team_id: team,
        status: 'active',
      },
    ],
    [
      'members',
      { tenant_id, id: invited, name: 'Invited', email: 'invited@example.test', role_id: role, status: 'invited' },
    ],
    ['teams', { tenant_id, id: trashed, name: 'Trash', deleted_at: new Date(0), deleted_by: member }],
    ['team_members', { tenant_id, team_id: team, member_id: member }],
    ['invitations', { tenant_id, id: uuid(letter, 8), member_id: invited, invited_by: member, expires_at: soon }],
    ['subscriptions', { tenant_id, plan: 'team', status: 'active' }],
    ...billingRows(letter, namesOf(letter)),
    ['tenant_keys', { tenant_id, key_no: 1, kek_id: 'k', wrapped: hash }],
  ]
}

/** How people get in, and what they are remembered by. */
function identityRows(letter: string): Rows {
  const { tenant: tenant_id, member, person, token, address, hash, invited, email, soon } = namesOf(letter)
  return [
    ['person_tenants', { person_id: person, tenant_id, member_id: member, tenant_name: letter, kind: 'organization' }],
    [
      'sessions',
      {
        token_hash: token,
        host: HOST,
        person_id: person,
        tenant_id,
        member_id: member,
        idle_end: soon,
        absolute_end: soon,
      },
    ],
    ['verification_strings', { hash, purpose: 'invitation', email, tenant_id, member_id: invited, expires_at: soon }],
    ['provider_nonces', { hash, expires_at: soon }],
    ['person_secrets', { person_id: person, totp: hash, confirmed_at: soon }],
    ['recovery_codes', { person_id: person, hash }],
    ['sign_in_challenges', { hash, person_id: person, host: HOST, expires_at: soon }],
    ['refused_sign_ins', { at: new Date(Date.now() - 60_000), person_id: person }],
    ['known_devices', { person_id: person, hash }],
    ['restores', { restored_at: new Date(Date.now() - letter.charCodeAt(0) * 1000), reaches: new Date(0) }],
    ['auth_idempotency', { actor: letter, key: 'k', request_hash: hash }],
    ['public_addresses', { kind: 'form', public_id: address, tenant_id }],
  ]
}

function historyRows(letter: string): Rows {
  const { tenant: tenant_id, member, person, hash, team, soon } = namesOf(letter)
  const about = { act: 'team.added', entity_kind: 'team', entity_id: team }
  return [
    ['events', { tenant_id, type: 'team.added', entity_kind: 'team', entity_id: team }],
    ['idempotency_keys', { tenant_id, actor_id: member, key: 'k', request_hash: hash }],
    ['audit_pending', { tenant_id, ...about }],
    [
      'audit_log',
      {
        tenant_id,
        seq: 1,
        at: soon,
        ...about,
        data: {},
        request_id: '',
        address: '',
        device: '',
        prev_hash: hash,
        hash,
      },
    ],
    ['audit_heads', { tenant_id, seq: 1, hash }],
    ['feedback', { tenant_id, person_id: person, feedback_type: 'other', feedback: letter }],
    ['waitlist', { email: `waits-${letter}@example.test`, type: 'waitlist' }],
    ['internal_asks', { person_id: person, wanted: false, asked_by: CLOSED.person }],
  ]
}

function workRows(letter: string): Rows {
  const { tenant: tenant_id, member, binned, ended, hash, team, workflow, soon } = namesOf(letter)
  const instance = uuid(letter, 12)
  const version = {
    number: 1,
    hash: letter,
    document: {},
    plan: {},
    exprs: {},
    changes: '[]',
    change_count: 0,
    authors: [member],
  }
  return [
    ['workflows', { tenant_id, id: workflow, name: letter, prefix: letter }],
    ['workflow_words', { tenant_id, word_key: letter, workflow_id: workflow }],
    ['workflow_drafts', { tenant_id, workflow_id: workflow, document: { name: letter } }],
    ['workflow_versions', { tenant_id, workflow_id: workflow, ...version }],
    ['workflows', { tenant_id, id: binned, name: 'Trash', prefix: 'T', deleted_at: new Date() }],
    ['workflow_versions', { tenant_id, workflow_id: binned, ...version }],
    ['workflow_access', { tenant_id, workflow_id: workflow, team_id: team }],
    ['templates', { tenant_id, name: letter, category: letter, document: { name: letter }, step_count: 0 }],
    ['instances', { tenant_id, id: instance, workflow_id: workflow }],
    ['instance_people', { tenant_id, instance_id: instance, member_id: member }],
    ['counters', { tenant_id, name: 'team.members', key: team, slot: 0, n: 1 }],
    ['blobs', { tenant_id, sha256: hash, bytes: 1, media_type: 'image/png', object_key: letter }],
    ['mail_budgets', { tenant_id }],
    ['report_sessions', { pid: letter.charCodeAt(0), backend_start: soon, tenant_id, hidden: [] }],
    ['outside_mails', { tenant_id, kind: 'step', key: letter, address: hash, counted_at: soon }],
    ['mail_unsubscribes', { tenant_id, address: hash }],
    ['instances', { tenant_id, id: ended, workflow_id: workflow, deleted_at: new Date() }],
    ...runningRows(letter, { ...namesOf(letter), instance: ended }),
    ['outbox', { shard: 0, tenant_id, aggregate_id: team, topic: 'workflow.start', payload: {} }],
    [
      'outbox_dead',
      {
        id: letter.charCodeAt(0),
        tenant_id,
        aggregate_id: team,
        topic: 'workflow.start',
        payload: {},
        attempts: 20,
        created_at: soon,
      },
    ],
  ]
}

/** In an order that foreign keys allow. */
const rowsOf = (letter: string): Rows => [
  ...organizationRows(letter),
  ...identityRows(letter),
  ...historyRows(letter),
  ...workRows(letter),
  ...inboxRows(letter, namesOf(letter)),
  ...formRows(letter, namesOf(letter)),
  ...startRows(letter, namesOf(letter)),
  ...websiteRows(letter, namesOf(letter)),
  ...searchRows(letter, namesOf(letter)),
]

function expiredRows(): Rows {
  const { tenant: tenant_id, member, person } = OURS
  const old = Buffer.from('old')
  const past = new Date(0)
  return [
    [
      'sessions',
      {
        token_hash: old,
        host: HOST,
        person_id: person,
        tenant_id,
        member_id: member,
        idle_end: past,
        absolute_end: past,
      },
    ],
    ['verification_strings', { hash: old, purpose: 'sign_up', email: 'old@example.test', expires_at: past }],
    ['provider_nonces', { hash: old, expires_at: past }],
    [
      'outbox_dead',
      {
        id: 1,
        aggregate_id: member,
        topic: 'workflow.start',
        payload: {},
        attempts: 20,
        created_at: past,
        died_at: past,
      },
    ],
    ['feedback', { id: uuid('0', 1), tenant_id, person_id: person, feedback_type: 'other' }],
    ['feedback', { id: uuid('0', 2), tenant_id, person_id: person, feedback_type: 'other', resolved: true }],
    ['waitlist', { email: 'removed@example.test', type: 'waitlist', removed_at: past }],
    ['sign_in_challenges', { hash: old, person_id: person, host: HOST, expires_at: past }],
    ['known_devices', { person_id: person, hash: old, last_seen_at: past }],
    ['auth_idempotency', { actor: 'old', key: 'old', request_hash: old, created_at: past }],
    ['idempotency_keys', { tenant_id, actor_id: member, key: 'old', request_hash: old, created_at: past }],
  ]
}

/** Somebody whose account is due to be erased, with a workspace and its key. */
export const LEAVING = { person: uuid('c', 5), tenant: uuid('c', 2), at: new Date(86_400_000) }

function leavingRows(): Rows {
  const { person, tenant, at } = LEAVING
  const place = { person_id: person, tenant_id: tenant, member_id: uuid('c', 4), tenant_name: 'c', kind: 'personal' }
  return [
    ['people', { id: person, username: 'person-c', email: 'person-c@example.test', deletes_at: at }],
    ['tenants', { id: tenant, kind: 'personal', name: 'c' }],
    ['person_tenants', place],
    ['tenant_keys', { tenant_id: tenant, key_no: 1, kek_id: 'k', wrapped: Buffer.from('key') }],
  ]
}

/** Seven more tenants have nothing but old trash, one of each kind. */
const trashRows = (): Rows => [
  ['documents', { tenant_id: uuid('8', 1), name: 'Old', size: 1, media_type: 'text/plain', deleted_at: new Date(0) }],
  [
    'blobs',
    {
      tenant_id: uuid('7', 1),
      sha256: Buffer.from('old'),
      bytes: 1,
      media_type: 'text/plain',
      object_key: 'old',
      unreferenced_since: new Date(0),
    },
  ],
  ['workflows', { tenant_id: uuid('9', 1), id: uuid('9', 2), name: 'Live', prefix: 'L' }],
  ['instances', { tenant_id: uuid('9', 1), workflow_id: uuid('9', 2), deleted_at: new Date(0) }],
  ['roles', { tenant_id: uuid('3', 1), id: uuid('3', 3), name: 'owner', display_name: 'Owner', rank: 0 }],
  [
    'members',
    {
      tenant_id: uuid('3', 1),
      id: uuid('3', 2),
      name: 'Old',
      email: 'old@example.test',
      role_id: uuid('3', 3),
      status: 'active',
    },
  ],
  [
    'reports',
    { tenant_id: uuid('3', 1), title: 'Old', query: 'select 1', created_by: uuid('3', 2), deleted_at: new Date(0) },
  ],
  ['forms', { tenant_id: uuid('2', 1), title: 'Old', deleted_at: new Date(0) }],
  ...oldWebsite(),
  ['workflows', { tenant_id: uuid('e', 1), name: 'Old', prefix: 'O', deleted_at: new Date(0) }],
  [
    'templates',
    { tenant_id: uuid('f', 1), name: 'Old', category: 'hr', document: {}, step_count: 0, deleted_at: new Date(0) },
  ],
]

/** Somebody with an account whom our tenant has invited. */
export const JOINING = { person: uuid('d', 5), member: uuid('a', 7) }

const joiningRows = (): Rows => [
  ['people', { id: JOINING.person, username: 'person-d', email: 'invited@example.test' }],
]

/** What staff did, sealed and not yet; and somebody whose account is gone. */
function staffRows(): Rows {
  const about = { tenant_id: STAFF_LOG, act: 'person.updated', entity_kind: 'person' }
  const hash = Buffer.from('hash')
  const sealed = { data: {}, request_id: '', address: '', device: '', prev_hash: hash, hash }
  return [
    ['audit_pending', about],
    ['audit_log', { ...about, seq: 1, at: new Date(), ...sealed }],
    ['people', { id: uuid('e', 5), username: 'gone', email: 'gone@example.test', deleted_at: new Date() }],
  ]
}

async function put(client: pg.Client, table: string, row: Row) {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await client.query(`insert into ${table} (${columns.join()}) values (${places.join()})`, Object.values(row))
}

/** As superuser: no role of the product could. */
export async function putSamples(client: pg.Client) {
  const ofNobody = { shard: 0, aggregate_id: uuid('c', 1), topic: 'workflow.start', payload: {} }
  const rows = [
    ...rowsOf('a'),
    ...rowsOf('b'),
    ...rowsOf('1'),
    ...expiredRows(),
    ...trashRows(),
    ...expiredResponse(),
    ...leavingRows(),
    ...joiningRows(),
    ...staffRows(),
    ['outbox', ofNobody] as const,
  ]
  for (const [table, row] of rows) await put(client, table, row)
}
