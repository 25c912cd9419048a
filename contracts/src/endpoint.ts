import * as z from 'zod/mini'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Schema = z.core.$ZodType

/**
 * public: nobody needs to be signed in. respondent: somebody who fills in a public form; no cookie counts and none is set,
 * so that no CSRF token is asked for. signed_in: any session. staff: internal people with two factors, on the admin host
 * alone. Otherwise the permission the viewer's role must hold.
 */
export type Access = 'public' | 'respondent' | 'signed_in' | 'staff' | Permission

/** Which bucket a call is counted in; the limits stand in the server's `rate-limits.ts`. */
export type RateClass =
  | 'read'
  | 'search'
  | 'write'
  | 'sign_in'
  | 'mail'
  | 'upload'
  | 'probe'
  | 'model'
  | 'public_begin'
  | 'public_send'
  | 'hook'

/** The `file` part of a multipart call; only the server's multipart parser makes one. */
export interface FilePart {
  field: string
  /** Of all files of the request together. */
  maxBytes: number
  /** How many files may come under the field; one unless said. */
  maxFiles?: number
  /** What whoever sends more is told. */
  tooLarge?: string
  /** The texts may come without it. */
  optional?: true
  /** How long each text beside it may be, where that is not the usual 32 KB. */
  fieldBytes?: number
}

export interface EndpointShape {
  method: Method
  path: `/${string}`
  summary: string
  access: Access
  rate: RateClass
  params?: Schema
  query?: Schema
  body?: Schema
  file?: FilePart
  response: Schema
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202
  /** The body is a document in several spellings: its area's reader takes what it knows and drops the rest. */
  free_body?: true
  /** How much content is read, where that is not the usual: 16 KB of a public call, a megabyte of others. */
  body_bytes?: number
  /**
   * Mail programs call it without a page of ours, and with a form: the token in its path is all that counts. It needs no
   * CSRF token, since no cookie counts, and reads no content.
   */
  one_click?: true
  /** A form with texts and files under names that the stored form gives: multipart, and nothing else. */
  form_body?: true
  /** Answers the bytes of a file, not JSON. */
  binary?: true
  /**
   * Served on the host for user content, or on the landing page's, alone; all others on the hosts of the applications
   * alone. Nobody is signed in on either, so that no CSRF token is asked for.
   */
  host?: 'usercontent' | 'www'
  /** Further paths of the specification that lead to the same handler. */
  aliases?: readonly `/${string}`[]
  /** Programs may call it with an API key, as far as the key names what they ask for. All others are closed to keys. */
  by_key?: true
  /** Changes nothing though it is no GET, as an export that is prepared: open in a workspace that has lapsed. */
  reads?: true
  /** A change that stays open when the subscription has lapsed: paying, and telling those who can. */
  open_when_lapsed?: true
  /** Stays open whatever is missing: the subscription, the person's approval or second factor (signing out, setting it up). */
  always_open?: true
}

/** Declares one call once for server, web, tests and the published description. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape
}

type InputOf<S> = S extends Schema ? z.core.input<S> : never
type OutputOf<S> = S extends Schema ? z.core.output<S> : never
type Part<E, K extends string> =
  E extends Record<K, infer S> ? (S extends Schema ? Record<K, InputOf<S>> : unknown) : unknown

/** What a caller passes: only the parts that the endpoint declares. */
export type Input<E extends EndpointShape> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>
export type Output<E extends EndpointShape> = OutputOf<E['response']>
/** What a handler returns: the response before its schema strips what is not declared and brands what is. */
export type Made<E extends EndpointShape> = InputOf<E['response']>
export type Params<E extends EndpointShape> = OutputOf<E['params']>
export type Query<E extends EndpointShape> = OutputOf<E['query']>
export type Body<E extends EndpointShape> = OutputOf<E['body']>

/** Replaces `:name` segments by their values. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-z_]\w*)/gi, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path parameter ${name} is missing for ${path}`)
    return encodeURIComponent(value)
  })
}
