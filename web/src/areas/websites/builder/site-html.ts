import type { WebsiteContent } from '@throughline/contracts/website-content'
import { renderPage } from '@throughline/flow/site-view'
import { texts } from '../builder.texts.ts'

let policy: { createHTML: (html: string) => string } | undefined

/** What the renderer wrote: it escapes every text, so that nothing in it runs. */
function trusted(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('throughline-site', { createHTML: (written) => written })
  return policy ? policy.createHTML(html) : html
}

const nonceOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="tl-nonce"]')?.content ?? ''

interface DrawnSite {
  websiteId: string | undefined
  content: WebsiteContent
  formName: (id: string | null) => string
}

/** The page as visitors get it, for a frame without scripts; forms are named instead of shown. */
export function siteHtml({ websiteId, content, formName }: DrawnSite, page: number): string {
  const drawn = renderPage(
    {
      content,
      base: '#',
      pictureUrl: (id) => (websiteId === undefined ? undefined : `/v1/websites/${websiteId}/pictures/${id}/`),
      formOf: () => undefined,
      editing: { formName: (id) => (id === null ? texts.noForm : formName(id)), nonce: nonceOfPage() },
    },
    page,
  )
  return trusted(drawn?.html ?? '')
}
