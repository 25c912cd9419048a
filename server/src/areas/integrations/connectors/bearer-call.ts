import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { ConnectorCall, JsonSchema, Reach } from './connector.ts'
import { callHttp, type HttpAnswer, type HttpRequest } from './http-call.ts'
import { type FailedAnswer, refused } from './tool-answer.ts'

export interface BearerRequest {
  method: HttpRequest['method']
  /** Which of the provider's services, by the name of its address. */
  service: string
  path: string
  body: string
  type?: string
}

/** One call in the name of the person who signed in. Where the services answer, the installation says, never a step. */
export async function callAsPerson(
  { egress, signal }: Reach,
  { configuration, key, marks }: ConnectorCall,
  { method, service, path, body, type = 'application/json' }: BearerRequest,
): Promise<HttpAnswer | FailedAnswer> {
  const { access_token, addresses } = configuration
  const base = isJsonObject(addresses) ? addresses[service] : undefined
  if (typeof access_token !== 'string' || typeof base !== 'string') return refused('This connection has no sign-in.')
  const headers = {
    ...marks,
    authorization: `Bearer ${access_token}`,
    accept: 'application/json',
    'content-type': type,
  }
  return await callHttp(egress, { url: base + path, method, headers, body }, { key, signal })
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Addresses, separated by commas. */
export const addressesOf = (value: Json | undefined): string[] =>
  textOf(value)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** A schema of texts, each with its label. */
export function textSchema(titles: Readonly<Record<string, string>>, required: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [name, { type: 'string', title }]),
  )
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** Of results, which may hold more than is named. */
export function resultsSchema(titles: Readonly<Record<string, string>>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [name, { type: 'string', title }]),
  )
  return { type: 'object', properties }
}

/** Of what a service answered, the named results as texts. */
export function pick(body: Json, names: Readonly<Record<string, string>>): Record<string, Json> {
  const given = isJsonObject(body) ? body : {}
  return Object.fromEntries(Object.entries(names).map(([name, from]) => [name, textOf(given[from])]))
}

export const NO_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { metadata: { type: 'string', title: 'Metadata' } },
  additionalProperties: false,
}
