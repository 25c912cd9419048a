import type { FastifyReply } from 'fastify'

interface SentPage<T> {
  data: T[]
  next: string | undefined
  /** Where it is known without counting. */
  total?: number | undefined
}

/** Bare lists carry their cursor in a header. */
export function sendPage<T>(reply: FastifyReply, { data, next, total }: SentPage<T>): T[] {
  if (next) reply.header('x-next-cursor', next)
  if (total !== undefined) reply.header('x-total-count', total)
  return data
}
