import * as z from 'zod/mini'
import { CatalogueTool, NewTool } from './connections.ts'
import { endpoint } from './endpoint.ts'

export const OPENAPI_LIMITS = {
  /** Of a document, in bytes. */
  document: 2 * 1_048_576,
  /** That a document may have. */
  operations: 500,
  /** That one tool may have. */
  chosen: 100,
  /** Of the schemas of one tool, as JSON. */
  schemas: 262_144,
} as const

/** A document is a text in JSON, in which every quote and line end takes a second byte. */
const BODY_BYTES = 2 * OPENAPI_LIMITS.document + 65_536

const document = z.string().check(z.minLength(1), z.maxLength(OPENAPI_LIMITS.document))
const { name, short_description, categories, is_paid, api_endpoint: address } = NewTool.shape

/** What can be called, as far as a person needs it to choose. */
export const FoundOperation = z.object({
  name: z.string(),
  title: z.string(),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  /** What it is grouped by; empty where the document doesn't say. */
  tag: z.string(),
  repeat: z.enum(['reads', 'keyed', 'once']),
  /** How many inputs it takes. */
  inputs: z.number(),
  /** How many results it has, or that it answers with a list. */
  outputs: z.union([z.number(), z.literal('list')]),
  /** Why it can't be chosen. */
  problem: z.nullable(z.string()),
})
export type FoundOperation = z.infer<typeof FoundOperation>

export const FoundTool = z.object({
  /** 3.0 or 3.1. */
  openapi: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Those that can be called. */
  servers: z.array(z.string()),
  /** What connecting asks for, one of these; the first is the usual one. */
  sign_ins: z.array(z.string()),
  operations: z.array(FoundOperation),
  /** As it was fetched; adding the tool takes it back. */
  document: z.string(),
})
export type FoundTool = z.infer<typeof FoundTool>

export const readOpenApiDocument = endpoint({
  method: 'POST',
  path: '/v1/tools/openapi/',
  summary: 'Read an OpenAPI 3.0 or 3.1 document, given or fetched once from its address; nothing is stored',
  access: 'integrations.manage',
  rate: 'upload',
  body_bytes: BODY_BYTES,
  body: z
    .strictObject({ document: z.optional(document), address: z.optional(address) })
    .check(z.refine((given) => (given.document === undefined) !== (given.address === undefined))),
  response: z.object({ data: FoundTool }),
})

export const addOpenApiTool = endpoint({
  method: 'POST',
  path: '/v1/tools/openapi/add/',
  summary: 'Add a tool with the chosen operations of an OpenAPI document',
  access: 'integrations.manage',
  rate: 'upload',
  status: 201,
  body_bytes: BODY_BYTES,
  body: z.strictObject({
    document,
    name,
    short_description,
    categories,
    is_paid,
    /** Which address the operations are called at. */
    server: address,
    /** Which of the ways to sign in, by its place among those that were found. */
    sign_in: z._default(z.number().check(z.int(), z.minimum(0)), 0),
    /** By name. */
    operations: z
      .array(z.string().check(z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(OPENAPI_LIMITS.operations)),
  }),
  response: z.object({ data: CatalogueTool }),
})
