import { Person } from '@throughline/contracts/running'
import { Task, TaskRow } from '@throughline/contracts/tasks'

export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

const someone = (last: number, name: string, username: string): Person =>
  Person.parse({ id: id(last), name, photo: null, username })

/** Whoever is signed in, and two colleagues. */
export const maya = someone(3, 'Maya Okafor', 'maya')
export const ana = someone(4, 'Ana Sousa', 'ana')
export const jonas = someone(5, 'Jonas Weber', 'jonas')

/** Of an approval, in which nobody has voted yet. */
export const seat = (slot: number, person: Person, more: Partial<Task['seats'][number]> = {}) => ({
  slot,
  person,
  queue: null,
  asked: true,
  verdict: null,
  by: null,
  comment: '',
  at: null,
  mine: false,
  version_number: null,
  asked_again: null,
  ...more,
})

/** A manual task of Maya's that waits. */
export const row = (last: number, name: string, more: Partial<TaskRow> = {}): TaskRow =>
  TaskRow.parse({
    id: id(700 + last),
    key: `INV-12-${last}`,
    name,
    description: '',
    task_type: 'manual',
    task_type_display: 'Manual',
    status: more.state ?? 'pending',
    status_display: '',
    state: 'pending',
    priority: 'medium',
    priority_display: 'Medium',
    step: 'enter',
    created_at: '2026-11-01T09:00:00Z',
    last_modified_at: '2026-11-01T09:00:00Z',
    completed_at: null,
    outcome: null,
    due_date: null,
    due_has_time: false,
    overdue_at: null,
    workflow_instance: id(600),
    instance_name: 'Kestrel Print · Nov',
    instance_key: 'INV-12',
    item_name: null,
    workflow: { id: id(500), name: 'Invoice Approval', prefix: 'INV' },
    assigned_to: 'maya',
    assignee: maya,
    reviewer: null,
    reviewer_person: null,
    queue: null,
    requested_by: null,
    progress_percentage: 0,
    review_status: null,
    change_request: null,
    mine: 'assignee',
    problem: null,
    comment_count: 0,
    attachment_count: 0,
    version: 1,
    ...more,
  })

/** In the queue of Finance, for whoever takes it. */
export const queued = (last: number, name: string, more: Partial<TaskRow> = {}): TaskRow =>
  row(last, name, {
    assigned_to: null,
    assignee: null,
    queue: { kind: 'team', id: id(900), name: 'Finance' },
    mine: 'queue',
    ...more,
  })

const nothing: Task['can'] = {
  complete: false,
  decide: false,
  approve: false,
  review: false,
  retry: false,
  override: false,
  claim: false,
  release: false,
  edit: false,
  ask: false,
  remind: false,
  attach: false,
}

/** The same as a whole: with its form, and what may be done to it. */
export const whole = (task: TaskRow, can: Partial<Task['can']> = {}, more: Partial<Task> = {}): Task =>
  Task.parse({
    ...task,
    step_name: 'Enter invoice',
    step_place: { n: 1, of: 3 },
    run: 1,
    item: null,
    instructions: null,
    fields: [],
    answers: {},
    show: {},
    vars: {},
    people: [],
    completed_by: null,
    draft_saved_at: null,
    rule: null,
    in_order: false,
    seats: [],
    without_vote: [],
    leads: { approve: [], reject: [], changes: null },
    facts: [],
    tool: null,
    attempts: [],
    outputs: [],
    outcomes: [],
    review_comment: null,
    about: null,
    blocking: false,
    queries: [],
    comments: [],
    comments_cursor: null,
    attachments: [],
    answer_files: [],
    waiting: null,
    can: { ...nothing, approve: can.decide ?? false, ...can },
    blocked_by: null,
    ...more,
  })
