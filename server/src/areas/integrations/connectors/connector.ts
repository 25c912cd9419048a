import type { Json } from '@throughline/flow/eval'
import type { Egress } from '../../../core/egress/egress.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { ToolAnswer } from './tool-answer.ts'

export type JsonSchema = Record<string, Json>

/** What a second call under the same key does: nothing; nothing more than the first; or all of it again. */
export type Repeat = 'reads' | 'keyed' | 'once'

/** Something that can be called of a tool. */
export interface Operation {
  /** Its name in steps. */
  name: string
  title: string
  input: JsonSchema
  output: JsonSchema
  repeat: Repeat
  /** What must have been granted by a sign-in for it. */
  scopes?: readonly string[]
}

/** How a connector reaches outside; it has no other way. */
export interface Reach {
  egress: Egress
  signal: AbortSignal
}

export interface ConnectorCall {
  operation: Operation
  input: Record<string, Json>
  /** What it was connected with, opened; for a sign-in `access_token` is in it, fresh. */
  configuration: Record<string, Json>
  /** Goes with the call, so that a receiver recognises a repeat. */
  key: string
  /** Further headers, where the call is marked as a test. */
  marks?: Readonly<Record<string, string>>
}

/** One thing that a test of a connection did, in words, with what to do if it failed. */
export interface TestStep {
  text: string
  ok: boolean
  ms: number
  problem?: string
}

/** A kind of service that steps can call: what connecting it asks for, what can be called, and how. */
export interface Connector {
  /** Tools list it and steps name it, so it never changes. */
  id: string
  name: string
  short_description: string
  description: string
  categories: readonly string[]
  tool_url: string
  is_paid: boolean
  /** What connecting asks for; `"format": "password"` marks what is secret, `title` labels the field. */
  schema: JsonSchema
  /** Of one that people sign in to. */
  signIn?: SignIn
  operations: readonly Operation[]
  /** Whether what it was connected with says that the receiver recognises keys: then `once` becomes `keyed`. */
  recognizesKeys?: (configuration: Record<string, Json>) => boolean
  test?: (reach: Reach, configuration: Record<string, Json>) => Promise<TestStep[]>
  call: (reach: Reach, call: ConnectorCall) => Promise<ToolAnswer>
}

/** The operation that a step names; one that names none means the only one there is. */
export function operationNamed({ operations }: Pick<Connector, 'operations'>, name?: string): Operation | undefined {
  if (name !== undefined) return operations.find((one) => one.name === name)
  return operations.length === 1 ? operations[0] : undefined
}
