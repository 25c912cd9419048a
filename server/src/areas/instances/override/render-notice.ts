import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { renderElement } from '../../../core/mail/render-element.ts'
import { texts } from './notice.texts.ts'
import { OverrideNotice } from './notice.ts'
import { NoticeMail } from './notice-mail.tsx'

/** Renders the notice to approvers; other mails are rendered by `others`. */
export const withOverrideNotices =
  (others: Render): Render =>
  async (content) => {
    const notice = z.safeParse(OverrideNotice, content)
    if (!notice.success) return others(content)
    return renderElement(texts.subject(notice.data.task), NoticeMail(notice.data))
  }
