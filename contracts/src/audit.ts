import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MemberId } from './ids.ts'
import { orgParams } from './org.ts'
import { PageQuery } from './paging.ts'

export const AuditEntry = z.object({
  /** Place in the chain; null while the row is being sealed. */
  seq: z.nullable(z.number()),
  at: z.string(),
  actor: z.nullable(z.object({ id: MemberId, name: z.string(), photo: z.nullable(z.string()) })),
  act: z.string(),
  entity_kind: z.string(),
  entity_id: z.nullable(z.string()),
  /** The subject's name where it still has one. */
  entity_name: z.nullable(z.string()),
  /** The instance that it belongs to, or that it is about, while there is one. */
  instance: z.nullable(z.object({ key: z.string(), name: z.string() })),
  data: z.record(z.string(), z.unknown()),
  /** It is about work that the reader may not see: then it says neither its name nor any data. */
  hidden: z.boolean(),
  request_id: z.string(),
  address: z.string(),
  device: z.string(),
  hash: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  actor_id: z.optional(MemberId),
  /** A whole act (`member.suspended`) or the area before its dot (`member`). */
  act: z.optional(z.string().check(z.regex(/^[a-z_]+(\.[a-z_]+)?$/), z.maxLength(60))),
  address: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  from: z.optional(z.iso.datetime({ offset: true })),
  to: z.optional(z.iso.datetime({ offset: true })),
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/audit/',
  summary: 'Who did what, newest first; a filtered page may be short. Further pages by X-Next-Cursor',
  access: 'audit.read',
  rate: 'read',
  params: orgParams,
  query: z.object({ ...PageQuery, ...filters }),
  response: z.array(AuditEntry),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/audit/export/',
  summary: 'The same rows as CSV, safe to open in a spreadsheet',
  access: 'audit.read',
  rate: 'upload',
  params: orgParams,
  query: z.object(filters),
  binary: true,
  response: z.unknown(),
})

export const BrokenPlace = z.object({
  seq: z.number(),
  reason: z.enum(['missing', 'changed', 'unlinked', 'head', 'signed_head']),
  expected_hash: z.nullable(z.string()),
  found_hash: z.nullable(z.string()),
})

export const VERIFY_STEP = 20_000

export const verifyAudit = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/audit/verify/',
  summary: 'Check the chain from a row on, 20,000 rows a call; the last call also compares the heads',
  access: 'audit.read',
  rate: 'read',
  reads: true,
  params: orgParams,
  body: z.strictObject({ after: z._default(z.number().check(z.int(), z.minimum(0)), 0) }),
  response: z.object({
    /** Rows checked up to here, from the first one on. */
    checked: z.number(),
    rows: z.number(),
    /** Where the next call goes on; null when this one was the last. */
    next: z.nullable(z.number()),
    broken: z.nullable(BrokenPlace),
    pending: z.number(),
    /** The newest head that was signed and put away outside the database. */
    signed_head: z.nullable(z.object({ seq: z.number(), signed_at: z.string() })),
  }),
})
