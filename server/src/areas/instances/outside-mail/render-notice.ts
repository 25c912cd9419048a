import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { renderElement } from '../../../core/mail/render-element.ts'
import { texts } from './notice.texts.ts'
import { BudgetNotice } from './notice.ts'
import { BudgetNoticeMail } from './notice-mail.tsx'

/** Renders the notice to admins; other mails are rendered by `others`. */
export const withBudgetNotices =
  (others: Render): Render =>
  async (content) => {
    const notice = z.safeParse(BudgetNotice, content)
    if (!notice.success) return others(content)
    return renderElement(texts.subject(notice.data.organization), BudgetNoticeMail(notice.data))
  }
