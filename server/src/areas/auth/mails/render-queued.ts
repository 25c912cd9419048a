import * as z from 'zod/mini'
import type { RenderedMail } from '../../../core/mail/render-element.ts'
import { MailContent } from './mail-content.ts'
import { renderMail } from './render-mail.ts'

/** What waited in the outbox is checked before it is put into words. */
export const renderQueued = (content: unknown): Promise<RenderedMail> => renderMail(z.parse(MailContent, content))
