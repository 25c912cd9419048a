import * as z from 'zod/mini'
import { Unreadable } from '../../../core/confined/run-confined.ts'
import { besides, runModule } from '../../../core/confined/run-module.ts'
import { withScratch } from '../../../core/confined/scratch.ts'
import { AppError } from '../../../core/errors.ts'
import { createKeyedQueue } from '../../../core/keyed-queue.ts'
import { FoundDocument } from './found-document.ts'

const LIMITS = { seconds: 20, megabytes: 512, outputBytes: 24 * 1_048_576 }

/** One at a time: what a document takes while it is read is taken once, however many are sent at the same moment. */
const queue = createKeyedQueue({ maxWaiting: 10, maxWaitMs: 20_000 })

const Answer = z.union([z.object({ found: FoundDocument }), z.object({ problem: z.string() })])

export const documentRefused = (text: string) => new AppError(422, 'document_refused', text)

/** By a process of its own, whose answer is believed as little as the document. */
export const readOpenApi = (document: string, base?: string): Promise<FoundDocument> =>
  queue.inTurn('openapi', () =>
    withScratch(Buffer.from(document), async ({ folder, file }) => {
      const args = base === undefined ? [file] : [file, base]
      try {
        const { output } = await runModule(besides(import.meta.dirname, 'openapi.child'), args, folder, LIMITS)
        const answer = z.parse(Answer, JSON.parse(output.toString('utf8')))
        if ('found' in answer) return answer.found
        throw documentRefused(answer.problem)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        throw documentRefused('This document takes too much time or memory to read.')
      }
    }),
  )
