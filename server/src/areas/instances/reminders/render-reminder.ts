import { render, toPlainText } from 'react-email'
import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { texts } from './reminder.texts.ts'
import { Reminder } from './reminder.ts'
import { ReminderMail } from './reminder-mail.tsx'

/** Words for a reminder; any other mail is left to whoever else knows it. */
export const withReminders =
  (others: Render): Render =>
  async (content) => {
    const reminder = z.safeParse(Reminder, content)
    if (!reminder.success) return others(content)
    const html = await render(ReminderMail(reminder.data))
    const text = toPlainText(html, { wordwrap: false, selectors: [{ selector: 'h1', options: { uppercase: false } }] })
    return { subject: texts.subject(reminder.data.task), html, text }
  }
