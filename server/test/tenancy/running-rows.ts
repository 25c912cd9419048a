import { type Rows, uuid } from './sample-ids.ts'

interface Names {
  tenant: string
  member: string
  document: string
  workflow: string
  instance: string
  hash: Buffer
}

const NO_USE = {
  people: 0,
  started: 0,
  ended: 0,
  late: 0,
  automations_done: 0,
  automations_failed: 0,
  automations_stopped: 0,
  file_bytes: 0,
  members: 0,
}

const NOTHING_OPEN = { running: 0, versions: {}, manual: 0, automated: 0, overdue: 0 }

/** What running work leaves behind, of an instance that is in the trash. */
export function runningRows(
  letter: string,
  { tenant: tenant_id, member, document, workflow, instance, hash }: Names,
): Rows {
  const [task, comment] = [16, 17].map((number) => uuid(letter, number))
  const content = { size: 1, media_type: 'text/plain' }
  const version = { tenant_id, document_id: document, number: 1 }
  const kept = { state: 'clean', quarantine_key: `waits-${letter}`, sha256: hash, blob_sha256: hash }
  const parts = { object_key: letter, multipart_id: letter, part_bytes: 1 }
  const at = new Date()
  // Of theirs everything is counted already.
  const counted = new Date(letter === 'a' ? 0 : '2100-01-01')
  const day = '2026-01-05'
  const run = { tenant_id, instance_id: instance, step: 'ask', round: 1 }
  const part = { tenant_id, task_id: task, member_id: member }
  const said = { entity_kind: 'task', entity_id: task, author_id: member, content: letter }
  return [
    [
      'integration_secrets',
      { tenant_id, id: uuid(letter, 19), name: `of-${letter}`, hosts: ['h'], sealed: hash, key_no: 1, set_by: member },
    ],
    ['secret_uses', { tenant_id, workflow_id: workflow, place: 'draft', name: letter }],
    ...toolRows(letter, tenant_id, member),
    [
      'integration_uses',
      { tenant_id, workflow_id: workflow, place: 'draft', step: letter, integration_id: uuid(letter, 41) },
    ],
    ['clients', { tenant_id, name: letter }],
    ['workflow_numbers', { tenant_id, workflow_id: workflow }],
    ['instance_state', { tenant_id, instance_id: instance, state: {} }],
    ['instance_turns', { tenant_id, instance_id: instance, seq: 1, at, events: '[]', taken: 0, commands: '[]' }],
    ['instance_wants', { tenant_id, instance_id: instance, by: new Date(0) }],
    ['step_runs', { ...run, workflow_id: workflow, opened_at: at }],
    ['workflow_days', { tenant_id, workflow_id: workflow, day, version: 1, narrowed: false }],
    ['step_days', { tenant_id, workflow_id: workflow, day, version: 1, step: letter, narrowed: false, kind: 'manual' }],
    ['packed_days', { tenant_id, day, narrowed: false, workflows: '{}', steps: '{}' }],
    ['open_counts', { tenant_id, workflow_id: workflow, narrowed: false, ...NOTHING_OPEN }],
    ['usage_days', { tenant_id, day, ...NO_USE }],
    ['sign_in_days', { tenant_id, day, refused: 1 }],
    [
      'roll_ups',
      { tenant_id, as_of: at, read_to: counted, mark_at: at, mark_xid: '1', time_zone: 'UTC', closed_day: day },
    ],
    ['tasks', { ...run, id: task, workflow_id: workflow, name: letter, task_type: 'manual' }],
    ['task_seats', { ...part, slot: 0, asked: true }],
    ['task_people', { ...part, part: 'assignee', status: 'pending', priority: 2 }],
    ['task_answers', { tenant_id, task_id: task, answers: {} }],
    ['task_drafts', { ...part, answers: {} }],
    ['decisions', { ...part, slot: 0, verdict: 'approve' }],
    ['effects', { ...run, key: letter, tool_id: 'http.request', state: 'intended' }],
    ['comments', { tenant_id, id: comment, instance_id: instance, ...said }],
    ['comment_mentions', { tenant_id, comment_id: comment, member_id: member }],
    ['documents', { tenant_id, id: document, name: letter, instance_id: instance, sha256: hash, ...content }],
    ['document_versions', { ...version, name: letter, ...kept, ...content }],
    ['document_texts', { ...version, part: 0, content: letter }],
    ['document_decisions', { ...version, sha256: hash, verdict: 'approve', member_id: member }],
    ['uploads', { tenant_id, member_id: member, name: letter, size: 1, details: {}, ...parts }],
  ]
}

/** A tool, somebody's connection of it, and a model. */
function toolRows(letter: string, tenant_id: string, member: string): Rows {
  const [tool_id, integration_id] = [uuid(letter, 40), uuid(letter, 41)]
  const texts = { name: letter, short_description: '', description: '', api_endpoint: '', tool_url: '', version: '1' }
  const marks = { categories: [], auth_required: false, is_paid: false, created_by: member }
  const signIn = { state_hash: Buffer.from(letter), asked: [], key_no: 1, begun_at: new Date(0) }
  const schemas = { input_schema: {}, output_schema: {} }
  const sealed = { sealed: Buffer.from(letter), key_no: 1 }
  return [
    ['tools', { tenant_id, id: tool_id, ...texts, ...marks }],
    ['tool_operations', { tenant_id, tool_id, name: 'call', ...schemas, repeat: 'once' }],
    ['integrations', { tenant_id, id: integration_id, tool_id, member_id: member, name: letter, usable_by: 'owner' }],
    ['connection_secrets', { tenant_id, integration_id, ...sealed }],
    [
      'connection_calls',
      { tenant_id, integration_id, id: uuid(letter, 42), began_at: new Date(), ends_by: new Date() },
    ],
    ['connection_days', { tenant_id, integration_id, day: '2026-11-01', calls: 1, failed: 0 }],
    // Begun long ago, and nobody connected with it.
    [
      'oauth_grants',
      { tenant_id, id: uuid(letter, 44), tool_id, member_id: member, session_id: uuid(letter, 45), ...signIn },
    ],
    ['models', { tenant_id, id: uuid(letter, 43), name: letter, address: letter, connected_by: member, ...sealed }],
  ]
}

interface WithSchedule {
  tenant: string
  member: string
  workflow: string
}

/** Of the sample key of each tenant. */
export const keyHash = (letter: string): Buffer => Buffer.alloc(32, letter)

/** A schedule of which nobody heard, with a run that was missed; and a call that waits for runs. */
export function startRows(letter: string, { tenant: tenant_id, member, workflow }: WithSchedule): Rows {
  const id = uuid(letter, 40)
  const hook = uuid(letter, 46)
  const key = uuid(letter, 49)
  const hash = Buffer.from(letter)
  const delivery = { state: 'forged', took_ms: 1, bytes: 1, body: hash, key_no: 1 }
  const address = uuid(letter, 48)
  const held = { id: uuid(letter, 47), given: {}, reason: { code: 'limit', message: letter } }
  const rule = { kind: 'day', every: 1, from: '2026-01-01', times: ['08:00'] }
  const missed = new Date('2026-01-02T08:00:00Z')
  return [
    ['workflow_triggers', { tenant_id, id, workflow_id: workflow, kind: 'schedule', name: letter, told_id: member }],
    [
      'schedules',
      { tenant_id, id, rule, day_off: 'run', still_running: 'start', missed: 'latest', next_run_at: missed },
    ],
    ['schedule_firings', { tenant_id, schedule_id: id, nominal_at: missed, state: 'missed' }],
    ['workflow_triggers', { tenant_id, id: hook, workflow_id: workflow, kind: 'webhook', name: letter }],
    [
      'api_keys',
      { tenant_id, id: key, name: letter, token_hash: keyHash(letter), token_end: letter, workflow_ids: [workflow] },
    ],
    ['api_key_networks', { tenant_id, key_id: key, network: letter }],
    ['hooks', { tenant_id, id: hook, style: 'github', secret: hash, key_no: 1, secret_end: letter, repeat_by: 'body' }],
    // Long past its time.
    ['hook_deliveries', { tenant_id, id: uuid(letter, 48), hook_id: hook, at: missed, ...delivery }],
    ['hook_forgeries', { tenant_id, hook_id: hook, day: '2026-01-02' }],
    [
      'held_starts',
      { tenant_id, ...held, trigger_id: hook, workflow_id: workflow, source: 'webhook', key: letter, name: letter },
    ],
    ['workflow_triggers', { tenant_id, id: address, workflow_id: workflow, kind: 'mail', name: letter }],
    ['mail_addresses', { tenant_id, id: address, local_part: `invoices-${letter}`, senders: 'anyone' }],
    [
      'inbound_mails',
      { tenant_id, id: uuid(letter, 49), address_id: address, size: 1, state: 'held', object_key: `mail-${letter}` },
    ],
    // Long past its time.
    [
      'inbound_mails',
      { tenant_id, id: uuid(letter, 50), address_id: address, size: 1, state: 'ignored', received_at: missed },
    ],
    ['mail_thanks', { tenant_id, address: Buffer.alloc(16, letter), thanked_at: missed }],
  ]
}
