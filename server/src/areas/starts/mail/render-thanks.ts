import { TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Config } from '../../../core/config.ts'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { threadMessageId } from '../../../core/mail/reply-id.ts'
import { escaped, outsideContent } from '../../instances/instances.public.ts'
import { mailInTexts as texts } from './mail-in.texts.ts'
import { ThanksMail } from './thank-sender.ts'

/** Renders thanks; other mails are rendered by `others`. A reply to them joins the instance. */
export const withThanks =
  (config: Pick<Config, 'COOKIE_SECRET' | 'APP_ORIGIN' | 'MAIL_FROM'>, others: Render): Render =>
  async (content) => {
    const thanks = z.safeParse(ThanksMail, content)
    if (!thanks.success) return others(content)
    const { organization, subject, reference, instance_id: instanceId, address, answers } = thanks.data
    const text = texts.thanks(organization, subject, reference)
    const body = { subject: texts.subject(subject, reference), text, html: `<p>${escaped(text)}</p>` }
    const tenantId = TenantId.parse(thanks.data.tenant_id)
    const { headers, ...mail } = outsideContent(config, body, { tenantId, organization, address })
    return {
      ...mail,
      messageId: threadMessageId(config, { instanceId, address }, `thanks:${reference}:${answers}`),
      replyTo: thanks.data.reply_to,
      headers: {
        ...headers,
        // Programs that answer mail do not answer this one, and ours starts nothing by it.
        'Auto-Submitted': 'auto-replied',
        ...(answers && { 'In-Reply-To': answers, References: answers }),
      },
    }
  }
