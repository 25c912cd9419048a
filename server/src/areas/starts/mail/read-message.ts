import * as z from 'zod/mini'
import { Unreadable } from '../../../core/confined/run-confined.ts'
import { besides, runModule } from '../../../core/confined/run-module.ts'
import { withScratch } from '../../../core/confined/scratch.ts'

const LIMITS = { seconds: 30, megabytes: 768, outputBytes: 48 * 1_048_576 }

const Message = z.object({
  sender_address: z.string(),
  sender_name: z.string(),
  /** How many From lines there are. */
  froms: z.number(),
  subject: z.string(),
  text: z.string(),
  date: z.string(),
  message_id: z.string(),
  /** Message-IDs that it answers. */
  answers: z.string(),
  auto_submitted: z.array(z.string()),
  precedence: z.array(z.string()),
  list_id: z.number(),
  auto_reply: z.number(),
  content_type: z.string(),
  authentication: z.array(z.string()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Message = z.infer<typeof Message>

const MailFile = z.object({ name: z.string(), type: z.string(), content: z.string() })
export type MailFile = z.infer<typeof MailFile>

const Answer = z.union([
  z.object({ message: Message, files: z.array(MailFile) }),
  z.object({ problem: z.enum(['unreadable', 'too_many_files']) }),
])
type ReadMessage = z.infer<typeof Answer>

/** By a process of its own, whose answer is believed as little as the message. */
export const readMessage = (raw: Buffer): Promise<ReadMessage> =>
  withScratch(raw, async ({ folder, file }) => {
    try {
      const { output } = await runModule(besides(import.meta.dirname, 'message.child'), [file], folder, LIMITS)
      return z.parse(Answer, JSON.parse(output.toString('utf8')))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { problem: 'unreadable' }
    }
  })
