import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'

const Schema = z.record(z.string(), Json)

/** Where one of an operation's inputs goes in its request. */
export const InputPlace = z.object({
  input: z.string(),
  /** `whole_body`: it is the body. */
  in: z.enum(['path', 'query', 'header', 'body', 'whole_body']),
  /** What it is called there. */
  name: z.string(),
  /** How a list or an object is written in an address. */
  style: z.enum(['plain', 'exploded', 'spaces', 'pipes', 'deep', 'json']),
})
export type InputPlace = z.infer<typeof InputPlace>

/** Where the receiver looks for the key by which it recognises a repeat. */
const KeyPlace = z.object({
  in: z.enum(['header', 'body']),
  name: z.string(),
  as: z.enum(['text', 'uuid']),
  longest: z.nullable(z.number()),
})
export type KeyPlace = z.infer<typeof KeyPlace>

/** How a call of an operation is written. */
export const RequestShape = z.object({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Below the server's address, with its `{names}`. */
  path: z.string(),
  body: z.nullable(z.enum(['json', 'form'])),
  inputs: z.array(InputPlace),
  key: z.nullable(KeyPlace),
})
export type RequestShape = z.infer<typeof RequestShape>

export const FoundOperation = z.object({
  name: z.string(),
  title: z.string(),
  tag: z.string(),
  input: Schema,
  output: Schema,
  repeat: z.enum(['reads', 'keyed', 'once']),
  request: RequestShape,
  /** Why it can't be called, in words. */
  problem: z.nullable(z.string()),
})
export type FoundOperation = z.infer<typeof FoundOperation>

/** What goes with each call, and under which name the connection has it. */
export const Credential = z.object({
  field: z.string(),
  title: z.string(),
  in: z.enum(['header', 'query', 'bearer', 'basic']),
  name: z.string(),
})
export type Credential = z.infer<typeof Credential>

export const SignInOption = z.object({ title: z.string(), credentials: z.array(Credential) })
export type SignInOption = z.infer<typeof SignInOption>

export const FoundDocument = z.object({
  openapi: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  website: z.nullable(z.string()),
  servers: z.array(z.string()),
  /** The first is what most operations ask for; without credentials it is open. */
  sign_ins: z.array(SignInOption),
  operations: z.array(FoundOperation),
})
export type FoundDocument = z.infer<typeof FoundDocument>
