import * as z from 'zod/mini'

/** What a reminder says, as it waits in the outbox. */
export const Reminder = z.object({
  kind: z.literal('task_reminder'),
  task: z.string(),
  instance: z.string(),
  /** The day, as it is written. */
  due: z.nullable(z.string()),
  link: z.url(),
})
export type Reminder = z.infer<typeof Reminder>
