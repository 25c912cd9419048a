import * as z from 'zod/mini'
import { Sha256 } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { DocumentId, MemberId, TaskId, TeamId } from './ids.ts'
import { Json } from './json.ts'
import { BulkResult, DueDate, MOST_IN_BULK, Priority } from './running.ts'
import { NextTask, TaskRow, taskParams } from './tasks.ts'

/** A task has at most so many: whoever decides on it has looked at all of them. */
export const MOST_FILES = 200
/** What an act answers: the task as lists show it now, and what the same person can do next. */
const acted = z.object({ data: TaskRow, next: NextTask })
const answers = z.record(z.string(), Json)
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))
const comment = z._default(z.string().check(z.trim(), z.maxLength(5000)), '')
/** A username or, for whoever has none yet, an e-mail address; empty and null mean nobody. */
const someone = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(300))))

export const editTask = endpoint({
  method: 'PATCH',
  path: '/v1/tasks/:taskId/',
  summary: 'Change whose a task is, who reviews it, its priority and when it is due; only what is sent',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  body: z.strictObject({
    assigned_to: someone,
    reviewer: someone,
    priority: z.optional(Priority),
    due_date: z.optional(DueDate),
    /** What it was when it was read; a stale one answers 409. */
    version: z.optional(z.number()),
  }),
  response: acted,
})

export const completeTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/complete/',
  summary: 'Complete a task with the answers to its form, answer a query, or override it with a reason',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  body: z.strictObject({
    answers: z.optional(answers),
    /** Of a query. */
    answer: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))),
    override: z.optional(z.boolean()),
    reason: z.optional(reason),
    outcome: z.optional(z.string().check(z.maxLength(64))),
    outputs: z.optional(answers),
  }),
  response: acted,
})

export const retriggerTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/retrigger/',
  summary: 'Try a failed task again; what a receiver can recognise is not done twice',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  body: z.strictObject({}),
  response: acted,
})

/** The files that were looked at: if they are not those of the task as they are now, nothing is decided. */
export const decisionFiles = z.optional(
  z
    .array(z.strictObject({ id: DocumentId, version_number: z.number(), sha256: Sha256 }))
    .check(z.maxLength(MOST_FILES)),
)

export const decideTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/decision/',
  summary: 'Approve, reject or request changes; the latter two need a comment',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'changes']),
    comment,
    files: decisionFiles,
  }),
  response: acted,
})

export const reviewTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/review/',
  summary: 'Pass what the assignee completed, or give it back with a comment',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  body: z.strictObject({ decision: z.enum(['pass', 'return']), comment }),
  response: acted,
})

export const claimTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/claim/',
  summary: 'Take a task from a queue; the second person is told who has it',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  response: acted,
})

export const releaseTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/release/',
  summary: 'Give a task back to its queue',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  response: acted,
})

export const draftTask = endpoint({
  method: 'PUT',
  path: '/v1/tasks/:taskId/draft/',
  summary: 'Keep the viewer’s unsent answers; the first ones make the task in progress',
  access: 'tasks.work',
  rate: 'write',
  params: taskParams,
  body: z.strictObject({ answers }),
  response: z.object({ saved_at: z.string() }),
})

export const askQuery = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/queries/',
  summary: 'Ask someone something about a task; a blocking one keeps it from being completed',
  access: 'tasks.work',
  rate: 'write',
  status: 201,
  params: taskParams,
  body: z.strictObject({
    to: MemberId,
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    blocking: z._default(z.boolean(), false),
  }),
  response: acted,
})

export const remindTask = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/remind/',
  summary: 'Remind the people a task waits for by email; once an hour',
  access: 'tasks.work',
  rate: 'mail',
  params: taskParams,
  response: acted,
})

export const bulkTasks = endpoint({
  method: 'POST',
  path: '/v1/tasks/bulk/',
  summary: 'One act on many tasks, with a result for each',
  access: 'tasks.work',
  rate: 'write',
  body: z.strictObject({
    act: z.enum(['complete', 'claim', 'release', 'assign', 'priority', 'due', 'approve', 'retry']),
    ids: z.array(TaskId).check(z.minLength(1), z.maxLength(MOST_IN_BULK)),
    assigned_to: someone,
    priority: z.optional(Priority),
    due_date: z.optional(DueDate),
  }),
  response: z.object({ data: z.array(BulkResult) }),
})

/** For suspending or removing a member: what is open, so that somebody can take it over. */
export const openWorkOf = endpoint({
  method: 'GET',
  path: '/v1/tasks/open-work/:memberId/',
  summary: 'How many open tasks a member has, capped at 1,000, and connections, and which queues nobody else works',
  access: 'members.manage',
  rate: 'read',
  params: z.object({ memberId: MemberId }),
  response: z.object({
    data: z.object({
      assigned: z.number(),
      approvals: z.number(),
      reviews: z.number(),
      /** Connections to tools, by which workflows go on calling. */
      connections: z.number(),
      /** Teams with work in their queue and no other active member. */
      queues: z.array(z.object({ id: TeamId, name: z.string() })),
    }),
  }),
})

export const takeOver = endpoint({
  method: 'POST',
  path: '/v1/tasks/open-work/:memberId/',
  summary:
    'Hand all open tasks and connections of oneself, or of a member one manages, to another or to a team’s queue; approvals and connections of others only once they are suspended or removed',
  access: 'tasks.work',
  rate: 'write',
  params: z.object({ memberId: MemberId }),
  body: z.strictObject({ to_member: z.optional(MemberId), to_team: z.optional(TeamId) }),
  response: z.object({ data: z.object({ moved: z.number() }) }),
})
