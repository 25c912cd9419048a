import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { renderElement } from '../../../core/mail/render-element.ts'
import { texts } from './reminder.texts.ts'
import { Reminder } from './reminder.ts'
import { ReminderMail } from './reminder-mail.tsx'

/** Words for a reminder; any other mail is left to whoever else knows it. */
export const withReminders =
  (others: Render): Render =>
  async (content) => {
    const reminder = z.safeParse(Reminder, content)
    if (!reminder.success) return others(content)
    return renderElement(texts.subject(reminder.data.task), ReminderMail(reminder.data))
  }
