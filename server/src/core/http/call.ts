import type { Body, EndpointShape, Made, Params, Query } from '@throughline/contracts/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { UploadedFile } from '../storage/uploaded-file.ts'
import type { ApiKeyViewer } from './api-key.ts'
import type { Viewer } from './viewer.ts'

/** What a route's handler gets: everything parsed, the viewer's right to it already decided. */
export interface Call<E extends EndpointShape> {
  ctx: Context
  viewer: E['access'] extends 'public' | 'respondent' ? Viewer | undefined : Viewer
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** The first of `files`, and the only one unless the endpoint says `maxFiles`. */
  file: E extends { file: { optional: true } }
    ? UploadedFile | undefined
    : E extends { file: object }
      ? UploadedFile
      : undefined
  files: readonly UploadedFile[]
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends EndpointShape> = (call: Call<E>) => Promise<Made<E>>

/** The same of a program that calls with a key; `key` is that of its request, without which it is refused. */
type KeyCall<E extends EndpointShape> = Omit<Call<E>, 'viewer'> & { apiKey: ApiKeyViewer; key: string }

export interface MountOptions<E extends EndpointShape> {
  /** What a program gets that calls with an API key, of endpoints that are open to them. */
  byKey?: (call: KeyCall<E>) => Promise<Made<E>>
  /** What must be looked at before the mutation's transaction opens: work that waits for servers, such as a scan. */
  before?(call: Call<E>): Promise<void>
  /**
   * What the act locks until its commit. Acts on the same wait for each other before their transactions begin, and one
   * that had to give way to another is repeated whole.
   */
  locks?(call: Call<E>): Promise<string | undefined>
  /**
   * Where a repeated Idempotency-Key is remembered: with the tenant's rows (the default), with the directory (the
   * default for public calls), or nowhere, for calls that are harmless to repeat.
   */
  once?: 'tenant' | 'identity' | 'never'
}

export type Mount = <E extends EndpointShape>(endpoint: E, handler: Handler<E>, options?: MountOptions<E>) => void
