import * as z from 'zod/mini'
import { MailContent } from './mail-content.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/** What waited in the outbox is checked before it is put into words. */
export const renderQueued = (content: unknown): Promise<RenderedMail> => renderMail(z.parse(MailContent, content))
