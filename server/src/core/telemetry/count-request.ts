import type { FastifyReply, FastifyRequest } from 'fastify'
import { meters } from './meters.ts'

/** For the `onResponse` hook. */
export function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  meters().requestDuration.record(reply.elapsedTime / 1_000, {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url ?? 'unknown',
    'http.response.status_code': reply.statusCode,
  })
}
